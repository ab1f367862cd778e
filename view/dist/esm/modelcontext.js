// modelcontext.ts
import { optional } from "./capability.js";
import { command } from "./command.js";
import { blocks } from "./content.js";
var updateModelContext = /* @__PURE__ */ optional(
  ["updateModelContext"],
  async ({ content, data }) => command("ui/update-model-context", { content: blocks(content), ...data && { structuredContent: data } })
);
export {
  updateModelContext
};
