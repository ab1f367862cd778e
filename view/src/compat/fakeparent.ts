import { object } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";

/**
 * Replaces `window.parent` by an object whose `postMessage` calls `handle`, and posts
 * to the parent what `handle` returns false for. Messages from the parent get that
 * object as their source, so that pages can compare the two. Does nothing for a page
 * without a parent.
 */
export const replaceParent = (handle: (message: Loose) => unknown): void => {
  const host = parent;
  if (host === window) return;
  const replacement = {
    postMessage(...given: Parameters<typeof postMessage>) {
      if (!handle(object(given[0]))) host.postMessage(...given);
    },
  };
  const events = MessageEvent.prototype;
  const { get } = Object.getOwnPropertyDescriptor(events, "source")!;
  Object.defineProperty(events, "source", {
    get() {
      const source = get!.call(this);
      return source === host ? replacement : source;
    },
  });
  Object.assign(globalThis, { parent: replacement });
};
