// calls/setstate.ts
import { openai } from "../hosts/openai.js";
import { read, set } from "../data/topics.js";
var getState = () => read("state") ?? void 0;
var setState = (state) => {
  set("state", state);
  openai()?.setWidgetState?.(state);
};
export {
  getState,
  setState
};
