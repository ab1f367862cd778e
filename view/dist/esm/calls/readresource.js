// calls/readresource.ts
import { object } from "../values/unchecked.js";
import { optional } from "../hosts/support.js";
import { ask } from "../protocol/ask.js";
var readResource = /* @__PURE__ */ optional(
  ["serverResources"],
  async (uri) => [object(await ask("resources/read", { uri })).contents ?? []].flat()
);
export {
  readResource
};
