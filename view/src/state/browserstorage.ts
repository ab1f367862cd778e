import { StateError } from "./storage.ts";
import type { Keep } from "./storage.ts";

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text!);
  } catch {
    // Not written by us.
    return;
  }
};

/** The browser's `localStorage`; memory where it may not be used, as in an opaque origin. */
export const keepInBrowser = (key: string): Keep => {
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
      },
    };
  } catch {
    return { place: "memory", load: (give) => give(undefined), save() {} };
  }
};
