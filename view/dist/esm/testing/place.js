// testing/place.ts
var occupant;
var noDOM = 'A fake host needs a DOM, which is not here. Run this test in a browser, jsdom or happy-dom (vitest: environment: "jsdom"). What needs no host can be tested without one.';
var StillResizeObserver = class {
  observe() {
  }
  unobserve() {
  }
  disconnect() {
  }
};
var missing = {
  ResizeObserver: StillResizeObserver,
  matchMedia: (media) => ({ media, matches: false, addEventListener() {
  }, removeEventListener() {
  } }),
  // Uncaught, so that the test's runner hears of it.
  reportError: (error) => queueMicrotask(() => {
    throw error;
  })
};
var occupy = (kind) => {
  if (typeof document === "undefined") throw new Error(noDOM);
  if (occupant) throw new Error(`The window has a fake ${occupant} host already: close() it first.`);
  occupant = kind;
  const globals = globalThis;
  const events = globals.window.Event ? globals.window : globals;
  let undo = [];
  const put = (name, value) => {
    const before = Object.getOwnPropertyDescriptor(globals, name);
    undo.push(() => {
      if (before) Object.defineProperty(globals, name, before);
      else delete globals[name];
    });
    if (value === void 0) delete globals[name];
    else Object.defineProperty(globals, name, { value, configurable: true, enumerable: true, writable: true });
  };
  for (const name in missing) if (!globals[name]) put(name, missing[name]);
  const { addEventListener: listen, removeEventListener: unlisten } = globalThis;
  put("addEventListener", ((type, listener, options) => {
    if (/^(message$|openai:)/.test(type)) undo.push(() => unlisten.call(globalThis, type, listener, options));
    listen.call(globalThis, type, listener, options);
  }));
  return {
    put,
    postFrom(source, data) {
      const event = new events.MessageEvent("message", { data, origin: "https://host.example" });
      dispatchEvent(Object.defineProperty(event, "source", { value: source }));
    },
    announce: (type, detail) => void dispatchEvent(new events.CustomEvent(type, { detail })),
    atLeave: (restore) => void undo.push(restore),
    leave() {
      for (const restore of undo.reverse()) restore();
      if (undo[0]) occupant = void 0;
      undo = [];
    }
  };
};
export {
  occupy
};
