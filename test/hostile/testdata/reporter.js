/** A fault of the view, in a script of its own: browsers keep errors of other scripts to themselves. */
const fail = () => {
  setTimeout(() => {
    throw new TypeError("the fault of this view");
  });
  return true;
};

// What a view can try against the script that reports its faults. Everything that looks like a port is kept in `stolen`.
globalThis.stolen = [];

const suspect = (value) => {
  if (value instanceof MessagePort && !own.has(value)) stolen.push(value);
};
const own = new Set();

/** Replaces every method and accessor of a prototype by one that looks at what it gets. */
const spyOn = (owner) => {
  for (const name of Reflect.ownKeys(owner)) {
    const found = Object.getOwnPropertyDescriptor(owner, name);
    if (!found?.configurable || name === "constructor") continue;
    for (const kind of ["value", "get", "set"]) {
      const original = found[kind];
      if (typeof original !== "function") continue;
      found[kind] = function (...args) {
        if (!spying) return Reflect.apply(original, this, args);
        spying = false;
        suspect(this);
        suspect(this?.target);
        suspect(this?.currentTarget);
        for (const one of args) {
          suspect(one);
          suspect(one?.target);
        }
        try {
          for (let f = spy.caller; f; f = f.caller) for (const one of f.arguments ?? []) suspect(one);
        } catch {}
        spying = true;
        return Reflect.apply(original, this, args);
      };
    }
    const spy = found.value ?? found.get ?? found.set;
    try {
      Object.defineProperty(owner, name, found);
    } catch {}
  }
};
let spying = false;

/** Looks at everything that goes through the browser's objects from now on. */
const spy = () => {
  for (const owner of [
    MessagePort.prototype, MessageEvent.prototype, Event.prototype, ErrorEvent.prototype, PromiseRejectionEvent.prototype,
    EventTarget.prototype, Error.prototype, String.prototype, WeakMap.prototype, WeakSet.prototype, Node.prototype,
    Element.prototype, Document.prototype, CSSStyleDeclaration.prototype, Range.prototype, DOMRectReadOnly.prototype,
  ])
    spyOn(owner);
  Error.prepareStackTrace = (error, calls) => {
    for (const call of calls) {
      suspect(call.getThis?.());
      for (const one of call.getFunction?.()?.arguments ?? []) suspect(one);
    }
    return String(error);
  };
  for (const name of ["kind", "text", "stack", "id", "0"])
    Object.defineProperty(Object.prototype, name, {
      configurable: true,
      set() {
        suspect(this);
      },
    });
  spying = true;
};
spy();

/** Says that everything is fine, in every way that there may be. */
const forge = () => {
  const fine = { kind: "look", shows: "something", detail: "", pending: [], loading: false };
  const windows = [parent, top];
  for (let i = 0; i < top.frames.length; i++) windows.push(top.frames[i], top.frames[i].frames[0]);
  for (const one of windows) {
    const { port1, port2 } = new MessageChannel();
    own.add(port1).add(port2);
    const forged = { kind: "exception", text: "forged", stack: "" };
    port1.onmessage = () => port1.postMessage(fine);
    one.postMessage({ jsonrpc: "2.0", method: "ui/notifications/sandbox-reporter", params: {} }, "*", [port2]);
    for (const message of [fine, { kind: "handled", id: 1 }, one === parent ? fine : forged]) {
      port1.postMessage(message);
      one.postMessage(message, "*");
      one.postMessage({ jsonrpc: "2.0", method: "ui/notifications/sandbox-reporter", params: message }, "*");
    }
  }
  return true;
};

/** Takes back what the reporter was told. */
const withdraw = () => {
  for (let i = 0; i < 5000; i++) {
    clearTimeout(i);
    cancelAnimationFrame(i);
  }
  for (const type of ["error", "unhandledrejection", "rejectionhandled", "message"]) {
    window[`on${type}`] = (event) => (event.preventDefault?.(), true);
    dispatchEvent(new Event(type));
  }
  dispatchEvent(new PromiseRejectionEvent("rejectionhandled", { promise: Promise.resolve(), reason: "x" }));
  performance.clearResourceTimings();
  return true;
};

/** Has more to tell than anybody wants to read. */
const flood = () => {
  for (let i = 0; i < 5000; i++) {
    setTimeout(() => {
      throw new Error("flood " + i);
    });
    console.error("flood", i);
    Promise.reject(new Error("flood " + i));
    new Image().src = "https://flood.example/" + i;
  }
  return new Promise((done) => setTimeout(done, 500, true));
};
