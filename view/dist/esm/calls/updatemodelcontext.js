// calls/updatemodelcontext.ts
import { optional } from "../hosts/support.js";
import { command } from "../protocol/command.js";
import { blocks } from "../values/content.js";
var updateModelContext = /* @__PURE__ */ optional(
  ["updateModelContext"],
  async ({ content, data }) => command("ui/update-model-context", { content: blocks(content), ...data && { structuredContent: data } })
);
export {
  updateModelContext
};
