import { object } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";

/**
 * Puts an object in the place of `window.parent`, whose `postMessage` gives each
 * message to `take` and passes on what it does not take. Messages from the parent
 * have that object as their source, so that pages which compare still find them
 * the same. Does nothing for a page without a parent.
 */
export const standIn = (take: (message: Loose) => unknown): void => {
  const host = parent;
  if (host === window) return;
  const place = {
    postMessage(...given: Parameters<typeof postMessage>) {
      if (!take(object(given[0]))) host.postMessage(...given);
    },
  };
  const events = MessageEvent.prototype;
  const { get } = Object.getOwnPropertyDescriptor(events, "source")!;
  Object.defineProperty(events, "source", {
    get() {
      const source = get!.call(this);
      return source === host ? place : source;
    },
  });
  Object.assign(globalThis, { parent: place });
};
