// Counts the listeners of the page and of the runtime's store, in the page that
// looks at them. Imported first, so that it sees all.

let net = 0;
let added = 0;

const ids = new Map<unknown, number>();
const idOf = (listener: unknown): number => {
  if (!ids.has(listener)) ids.set(listener, ids.size);
  return ids.get(listener)!;
};
const key = (type: string, listener: unknown, options: unknown): string =>
  `${type} ${idOf(listener)} ${typeof options === "object" ? Object(options).capture : options}`;

/** Whose listeners are counted: the page's, not those that a library puts on what it draws. */
const isCounted = (target: object): boolean =>
  target === globalThis || target === document || target instanceof MediaQueryList;

const count = (): void => {
  const listening = new WeakMap<object, Set<string>>();
  const { addEventListener: listen, removeEventListener: unlisten } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type: string, listener: any, options?: any) {
    const target = this ?? globalThis;
    if (isCounted(target) && listener) {
      const known = listening.get(target) ?? new Set();
      listening.set(target, known);
      const id = key(type, listener, options);
      if (!known.has(id)) net++;
      known.add(id);
      // The browser then removes it by itself.
      options?.signal?.addEventListener("abort", () => known.delete(id) && net--);
    }
    listen.call(target, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type: string, listener: any, options?: any) {
    const target = this ?? globalThis;
    if (listening.get(target)?.delete(key(type, listener, options))) net--;
    unlisten.call(target, type, listener, options);
  };
  const { add } = Set.prototype;
  Set.prototype.add = function (value: unknown) {
    if (typeof value === "function") added++;
    return add.call(this, value);
  };
};
if (document.body.dataset["page"] === "lives") count();

/** As the test's build has it of the store. */
declare const handlers: () => number;

/** All that listens: to the runtime's store, and to the page's events. */
export const subscriptions = (): { store: number; events: number } => ({ store: handlers(), events: net });

/** How often a function was put into a set, as the store does with its handlers. */
export const subscribed = (): number => added;
