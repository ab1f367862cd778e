// calls/readresource.ts
import { ask } from "../protocol/ask.js";
import { optional } from "../hosts/support.js";
import { object } from "../values/unchecked.js";
var readResource = /* @__PURE__ */ optional(
  ["serverResources"],
  async (uri) => [object(await ask("resources/read", { uri })).contents ?? []].flat()
);
export {
  readResource
};
