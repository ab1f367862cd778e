// state/browserstorage.ts
import { StateError } from "./storage.js";
var parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return;
  }
};
var keepInBrowser = (key) => {
  try {
    const kept = localStorage.getItem(key);
    return {
      place: "browser",
      load(give) {
        give(parse(kept));
        addEventListener("storage", (event) => {
          if (event.key === key) give(parse(event.newValue));
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
    return { place: "memory", load: (give) => give(void 0), save() {
    } };
  }
};
export {
  keepInBrowser
};
