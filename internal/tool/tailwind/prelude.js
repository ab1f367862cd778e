// What Tailwind and plugins expect of an engine besides the language. There is
// nothing here that reaches the machine.
(() => {
  const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });

  const nothing = () => {};
  define("console", { log: nothing, info: nothing, warn: nothing, error: nothing, debug: nothing, trace: nothing });
  define("process", { env: { NODE_ENV: "production" }, argv: [], versions: {}, platform: "oriel", cwd: () => "/" });
  define("require", (name) => {
    throw new Error("There is no module " + JSON.stringify(name) + " here.");
  });
  define("queueMicrotask", (task) => {
    Promise.resolve().then(task);
  });

  const copy = (value, copies) => {
    if (typeof value === "function" || typeof value === "symbol") throw new TypeError("This can't be cloned.");
    if (typeof value !== "object" || value === null) return value;
    if (copies.has(value)) return copies.get(value);
    let made;
    if (Array.isArray(value)) made = new Array(value.length);
    else if (value instanceof Map) made = new Map();
    else if (value instanceof Set) made = new Set();
    else if (value instanceof Date) made = new Date(value.getTime());
    else if (value instanceof RegExp) made = new RegExp(value.source, value.flags);
    else made = {};
    copies.set(value, made);
    if (value instanceof Map) for (const [key, one] of value) made.set(copy(key, copies), copy(one, copies));
    else if (value instanceof Set) for (const one of value) made.add(copy(one, copies));
    else if (!(value instanceof Date) && !(value instanceof RegExp)) for (const key of Object.keys(value)) made[key] = copy(value[key], copies);
    return made;
  };
  define("structuredClone", (value) => copy(value, new Map()));

  // These make much of little at once, so that nobody could end them meanwhile.
  const most = 1 << 24;
  const bounded = (object, method, size) => {
    const original = object[method];
    Object.defineProperty(object, method, {
      writable: true,
      configurable: true,
      value: function (...args) {
        if (size(this, Number(args[0])) > most) throw new RangeError("This is too large.");
        return original.apply(this, args);
      },
    });
  };
  bounded(String.prototype, "repeat", (text, times) => String(text).length * times);
  bounded(String.prototype, "padStart", (text, length) => length);
  bounded(String.prototype, "padEnd", (text, length) => length);
})();
