// state.ts
import { openai } from "./openai.js";
import { read, set } from "./store.js";
var getState = () => read("state") ?? void 0;
var setState = (state) => {
  set("state", state);
  openai()?.setWidgetState?.(state);
};
export {
  getState,
  setState
};
