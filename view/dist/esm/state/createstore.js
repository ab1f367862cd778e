// state/createstore.ts
import { on } from "../data/topics.js";
import { isObject } from "./merge.js";
import { change, error, flush, keepState, place, state, status } from "./viewstate.js";
var createStore = (initial, { key, debounceMs = 300 } = {}) => {
  keepState();
  const whole = key === void 0;
  const members = () => isObject(state) ? state : {};
  const get = () => {
    const kept = whole ? state : Object.hasOwn(members(), key) ? members()[key] : void 0;
    return kept === void 0 ? initial : kept;
  };
  return {
    get,
    set(next) {
      const now = typeof next === "function" ? next(get()) : next;
      change(whole ? now : { ...members(), [key]: now }, whole ? initial : null, debounceMs);
    },
    subscribe: (fn) => on("store", fn),
    flush,
    status: () => status,
    place,
    error: () => error
  };
};
export {
  createStore
};
