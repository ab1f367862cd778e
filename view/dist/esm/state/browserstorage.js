// state/browserstorage.ts
import { StateError } from "./storage.js";
var parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return;
  }
};
var browserStorage = (key) => {
  try {
    const stored = localStorage.getItem(key);
    return {
      place: "browser",
      load(onState) {
        onState(parse(stored));
        addEventListener("storage", (event) => {
          if (event.key === key) onState(parse(event.newValue));
        });
      },
      save(_, text) {
        try {
          localStorage.setItem(key, text);
        } catch {
          throw new StateError("state_full", "The browser has no room");
        }
      }
    };
  } catch {
    return { place: "memory", load: (onState) => onState(void 0), save() {
    } };
  }
};
export {
  browserStorage
};
