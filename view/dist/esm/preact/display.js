// preact/display.ts
import { context } from "../data/context.js";
import { requestDisplayMode } from "../calls/requestdisplaymode.js";
import { derived, useRead, useSupported } from "./read.js";
var all = ["inline", "fullscreen", "pip"];
var present = () => context().displayMode ?? "inline";
var previous = () => context().previousDisplayMode;
var available = /* @__PURE__ */ derived(
  () => {
    const { availableDisplayModes: offered } = context();
    return all.filter(
      (mode) => Array.isArray(offered) ? offered.includes(mode) : mode === present() || requestDisplayMode.isSupported()
    ).join();
  },
  (modes) => all.filter((mode) => modes.includes(mode))
);
var useDisplayMode = () => {
  const availableModes = useRead(available);
  return {
    isSupported: useSupported(requestDisplayMode),
    mode: useRead(present),
    previousMode: useRead(previous),
    setMode: requestDisplayMode,
    availableModes,
    supportsFullscreen: availableModes.includes("fullscreen"),
    supportsPip: availableModes.includes("pip")
  };
};
export {
  useDisplayMode
};
