import { StateError } from "./storage.ts";
import type { StateStorage } from "./storage.ts";

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text!);
  } catch {
    // Another script wrote it.
    return;
  }
};

/** The browser's `localStorage`; memory where the page may not use it, as in an opaque origin. */
export const browserStorage = (key: string): StateStorage => {
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
      },
    };
  } catch {
    return { place: "memory", load: (onState) => onState(undefined), save() {} };
  }
};
