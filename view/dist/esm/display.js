// display.ts
import { ask } from "./ask.js";
import { has } from "./capability.js";
import { connected } from "./connect.js";
import { context, updateContext } from "./context.js";
import { object } from "./object.js";
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
