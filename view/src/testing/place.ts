/** A fake host's hold on the window. */
export interface Place {
  /** Sets a global until the host leaves; undefined removes it until then. */
  put(name: string, value: unknown): void;
  /** Dispatches a message event that comes from this window object. */
  postFrom(source: unknown, data: unknown): void;
  /** Dispatches an event with this detail. */
  announce(type: string, detail: object): void;
  /** Does this when the host leaves. */
  atLeave(restore: () => void): void;
  /** Puts everything back. */
  leave(): void;
}

type Globals = Record<string, any>;
type Listen = typeof globalThis.addEventListener;

let occupant: string | undefined;

const noDOM =
  "A fake host needs a DOM, which is not here. Run this test in a browser, jsdom or happy-dom " +
  "(vitest: environment: \"jsdom\"). What needs no host can be tested without one.";

class StillResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** What the runtime uses and a DOM without layout lacks. */
const missing: Globals = {
  ResizeObserver: StillResizeObserver,
  matchMedia: (media: string) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} }),
  // Uncaught, so that the test's runner hears of it.
  reportError: (error: unknown) =>
    queueMicrotask(() => {
      throw error;
    }),
};

/** Takes the window for a fake host. Throws without a DOM, and while another host has it. */
export const occupy = (kind: string): Place => {
  if (typeof document === "undefined") throw new Error(noDOM);
  if (occupant) throw new Error(`The window has a fake ${occupant} host already: close() it first.`);
  occupant = kind;

  const globals = globalThis as Globals;
  // jsdom takes no other events than its own window's.
  const events: Globals = globals.window.Event ? globals.window : globals;
  let undo: (() => void)[] = [];
  const put = (name: string, value: unknown): void => {
    const before = Object.getOwnPropertyDescriptor(globals, name);
    undo.push(() => {
      if (before) Object.defineProperty(globals, name, before);
      else delete globals[name];
    });
    if (value === undefined) delete globals[name];
    else Object.defineProperty(globals, name, { value, configurable: true, enumerable: true, writable: true });
  };

  for (const name in missing) if (!globals[name]) put(name, missing[name]);

  // A view that outlives its host must not hear the next one's events.
  const { addEventListener: listen, removeEventListener: unlisten } = globalThis;
  put("addEventListener", ((type: string, listener: EventListener, options?: AddEventListenerOptions) => {
    if (/^(message$|openai:)/.test(type)) undo.push(() => unlisten.call(globalThis, type, listener, options));
    listen.call(globalThis, type, listener, options);
  }) as Listen);

  return {
    put,
    postFrom(source, data) {
      // Only a real window may be given to the constructor.
      const event = new events.MessageEvent("message", { data, origin: "https://host.example" });
      dispatchEvent(Object.defineProperty(event, "source", { value: source }));
    },
    announce: (type, detail) => void dispatchEvent(new events.CustomEvent(type, { detail })),
    atLeave: (restore) => void undo.push(restore),
    leave() {
      for (const restore of undo.reverse()) restore();
      if (undo[0]) occupant = undefined;
      undo = [];
    },
  };
};
