// calls/requestdisplaymode.ts
import { object } from "../values/unchecked.js";
import { context, updateContext } from "../data/context.js";
import { answered } from "../hosts/platform.js";
import { has } from "../hosts/support.js";
import { ask } from "../protocol/ask.js";
var request = async (mode) => {
  await answered();
  const { displayMode = "inline", availableDisplayModes: modes } = context();
  if (Array.isArray(modes) && !modes.includes(mode)) return displayMode;
  const answer = object(
    await ask("ui/request-display-mode", { mode }, ["requestDisplayMode", { mode }]).catch((error) => {
      if (error.code != -32601) throw error;
      return { mode: displayMode };
    })
  );
  updateContext({ displayMode: answer.mode ?? mode });
  return context().displayMode ?? displayMode;
};
var requestDisplayMode = /* @__PURE__ */ Object.assign(request, {
  isSupported: () => (context().availableDisplayModes?.length ?? 0) > 1 || has([, "requestDisplayMode"])
});
export {
  requestDisplayMode
};
