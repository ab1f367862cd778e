// calls/requestdisplaymode.ts
import { ask } from "../protocol/ask.js";
import { has } from "../hosts/support.js";
import { connected } from "../start/connect.js";
import { context, updateContext } from "../data/context.js";
import { object } from "../values/unchecked.js";
var request = async (mode) => {
  await connected.catch(() => {
  });
  const { displayMode = "inline", availableDisplayModes: modes } = context();
  if (Array.isArray(modes) && !modes.includes(mode)) return displayMode;
  const present = () => ({ mode: displayMode });
  const answer = object(
    await ask(
      "ui/request-display-mode",
      { mode },
      ["requestDisplayMode", { mode }],
      present
    ).catch((error) => {
      if (error.code === -32601) return present();
      throw error;
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
