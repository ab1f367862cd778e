import { patience, StateError } from "./storage.ts";
import type { Keep } from "./storage.ts";
import { json, object } from "../values/unchecked.ts";
import { openai } from "../hosts/openai.ts";
import { read } from "../data/topics.ts";

/** How many of the states that were set last are known again when ChatGPT tells of them. */
const remembered = 9;

/** ChatGPT's widget state. */
export const keepAtHost = (): Keep => {
  let echoes: string[] = [];
  return {
    place: "host",
    load(give) {
      let told = openai()!.widgetState != null;
      give(openai()!.widgetState);
      addEventListener("openai:set_globals", (event) => {
        const { widgetState, toolOutput } = object(object((event as CustomEvent).detail).globals);
        if (widgetState == null) return;
        // A host that is still filling its globals has kept the state since before this page.
        const restored = !told && (toolOutput != null || !read("result"));
        told = true;
        // ChatGPT tells also of what was set here, by then perhaps no longer the newest.
        if (!echoes.includes(json(widgetState))) give(widgetState, restored);
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
