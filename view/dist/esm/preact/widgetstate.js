// preact/widgetstate.ts
import { createStore } from "../state/createstore.js";
import { useMemo, useSyncExternalStore } from "./library.js";
import { derived } from "./read.js";
var useStore = (store, select) => {
  const read = useMemo(() => select ? derived(store.get, select) : store.get, [store, select]);
  return useSyncExternalStore(store.subscribe, read, read);
};
var useWidgetState = (initial, options = {}) => {
  const { key, debounceMs } = options;
  const [store, read] = useMemo(() => {
    const store2 = createStore(typeof initial === "function" ? initial() : initial, { key, debounceMs });
    let last;
    return [
      store2,
      () => {
        const now = [store2.get(), store2.status(), store2.place(), store2.error()];
        return last = last && now.every((part, i) => Object.is(part, last[i])) ? last : now;
      }
    ];
  }, [key, debounceMs]);
  const [state, status, place, error] = useSyncExternalStore(store.subscribe, read, read);
  return { isSupported: place !== "memory", state, setState: store.set, status, error, flush: store.flush };
};
export {
  useStore,
  useWidgetState
};
