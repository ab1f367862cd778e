// resource.ts
import { ask } from "./ask.js";
import { optional } from "./capability.js";
import { object } from "./object.js";
var readResource = /* @__PURE__ */ optional(
  ["serverResources"],
  async (uri) => [object(await ask("resources/read", { uri })).contents ?? []].flat()
);
export {
  readResource
};
