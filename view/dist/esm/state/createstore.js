// state/createstore.ts
import { change, error, flush, keepState, place, state, status } from "./viewstate.js";
import { plain } from "./merge.js";
import { on } from "../data/topics.js";
var createStore = (initial, { key, debounceMs = 300 } = {}) => {
  keepState();
  const whole = key === void 0;
  const members = () => plain(state) ? state : {};
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
    subscribe: (fn) => on("kept", fn),
    flush,
    status: () => status,
    place,
    error: () => error
  };
};
export {
  createStore
};
