import { json, object } from "../values/unchecked.ts";
import { read } from "../data/topics.ts";
import { openai } from "../hosts/openai.ts";
import { StateError, timeout } from "./storage.ts";
import type { StateStorage } from "./storage.ts";

/** How many of the last saved states are recognized when ChatGPT sends them back. */
const rememberedStates = 9;

/** ChatGPT's widget state. */
export const hostStorage = (): StateStorage => {
  let lastSaved: string[] = [];
  return {
    place: "host",
    load(onState) {
      let hasState = openai()!.widgetState != null;
      onState(openai()!.widgetState);
      addEventListener("openai:set_globals", (event) => {
        const { widgetState, toolOutput } = object(object((event as CustomEvent).detail).globals);
        if (widgetState == null) return;
        // A host that still fills its globals has had the state since before this page.
        const restored = !hasState && (toolOutput != null || !read("result"));
        hasState = true;
        // ChatGPT also sends what was set here, which may be out of date by then.
        if (!lastSaved.includes(json(widgetState))) onState(widgetState, restored);
      });
    },
    async save(state, text) {
      lastSaved = [text, ...lastSaved].slice(0, rememberedStates);
      await Promise.race([
        openai()!.setWidgetState(state),
        new Promise((_, reject) => setTimeout(reject, timeout, new StateError("state_unreachable", "No answer"))),
      ]);
    },
  };
};
