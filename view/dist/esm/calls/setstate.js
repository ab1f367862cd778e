// calls/setstate.ts
import { read, set } from "../data/topics.js";
import { openai } from "../hosts/openai.js";
var getState = () => read("state") ?? void 0;
var setState = (state) => {
  set("state", state);
  openai()?.setWidgetState?.(state);
};
export {
  getState,
  setState
};
