// state/hoststorage.ts
import { json, object } from "../values/unchecked.js";
import { read } from "../data/topics.js";
import { openai } from "../hosts/openai.js";
import { StateError, timeout } from "./storage.js";
var rememberedStates = 9;
var hostStorage = () => {
  let lastSaved = [];
  return {
    place: "host",
    load(onState) {
      let hasState = openai().widgetState != null;
      onState(openai().widgetState);
      addEventListener("openai:set_globals", (event) => {
        const { widgetState, toolOutput } = object(object(event.detail).globals);
        if (widgetState == null) return;
        const restored = !hasState && (toolOutput != null || !read("result"));
        hasState = true;
        if (!lastSaved.includes(json(widgetState))) onState(widgetState, restored);
      });
    },
    async save(state, text) {
      lastSaved = [text, ...lastSaved].slice(0, rememberedStates);
      await Promise.race([
        openai().setWidgetState(state),
        new Promise((_, reject) => setTimeout(reject, timeout, new StateError("state_unreachable", "No answer")))
      ]);
    }
  };
};
export {
  hostStorage
};
