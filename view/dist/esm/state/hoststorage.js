// state/hoststorage.ts
import { patience, StateError } from "./storage.js";
import { json, object } from "../values/unchecked.js";
import { openai } from "../hosts/openai.js";
import { read } from "../data/topics.js";
var remembered = 9;
var keepAtHost = () => {
  let echoes = [];
  return {
    place: "host",
    load(give) {
      let told = openai().widgetState != null;
      give(openai().widgetState);
      addEventListener("openai:set_globals", (event) => {
        const { widgetState, toolOutput } = object(object(event.detail).globals);
        if (widgetState == null) return;
        const restored = !told && (toolOutput != null || !read("result"));
        told = true;
        if (!echoes.includes(json(widgetState))) give(widgetState, restored);
      });
    },
    async save(state, text) {
      echoes = [text, ...echoes].slice(0, remembered);
      await Promise.race([
        openai().setWidgetState(state),
        new Promise((_, refuse) => setTimeout(refuse, patience, new StateError("state_unreachable", "No answer")))
      ]);
    }
  };
};
export {
  keepAtHost
};
