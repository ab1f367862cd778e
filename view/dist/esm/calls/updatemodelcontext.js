// calls/updatemodelcontext.ts
import { toBlocks } from "../values/content.js";
import { optional } from "../hosts/support.js";
import { command } from "../protocol/ask.js";
var updateModelContext = /* @__PURE__ */ optional(
  ["updateModelContext"],
  async ({ content, data }) => command("ui/update-model-context", { content: toBlocks(content), ...data && { structuredContent: data } })
);
export {
  updateModelContext
};
