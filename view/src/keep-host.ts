import { patience, StateError } from "./keep.ts";
import type { Keep } from "./keep.ts";
import { json, object } from "./object.ts";
import { openai } from "./openai.ts";

/** How many of the states that were set last are known again when ChatGPT tells of them. */
const remembered = 9;

/** ChatGPT's widget state. */
export const keepAtHost = (): Keep => {
  let echoes: string[] = [];
  return {
    place: "host",
    load(give) {
      give(openai()!.widgetState);
      addEventListener("openai:set_globals", (event) => {
        const { widgetState } = object(object((event as CustomEvent).detail).globals);
        // ChatGPT tells also of what was set here, by then perhaps no longer the newest.
        if (widgetState != null && !echoes.includes(json(widgetState))) give(widgetState);
      });
    },
    async save(state, text) {
      echoes = [text, ...echoes].slice(0, remembered);
      await Promise.race([
        openai()!.setWidgetState(state),
        new Promise((_, refuse) => setTimeout(refuse, patience, new StateError("state_unreachable", "No answer"))),
      ]);
    },
  };
};
