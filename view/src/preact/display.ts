// Generated from ../react by tools/assets. DO NOT EDIT.
import { context } from "../data/context.ts";
import { requestDisplayMode } from "../calls/requestdisplaymode.ts";
import type { DisplayMode } from "../values/types.ts";
import { derived, useRead, useSupported } from "./read.ts";

/** How much room the view has, and what it may ask for. */
export interface DisplayModeState {
  /** Whether there is more than one mode. */
  isSupported: boolean;
  /** The mode that the view is in; `"inline"` where the host says none. */
  mode: DisplayMode;
  /** The mode before it, since the view was opened. */
  previousMode: DisplayMode | undefined;
  /** Asks for a mode, and resolves with the one that the view is in afterwards. */
  setMode: typeof requestDisplayMode;
  /** The modes that may be asked for. */
  availableModes: readonly DisplayMode[];
  /** Whether `"fullscreen"` is among them. */
  supportsFullscreen: boolean;
  /** Whether `"pip"` is among them. */
  supportsPip: boolean;
}

const all: readonly DisplayMode[] = ["inline", "fullscreen", "pip"];

const present = (): DisplayMode => context().displayMode ?? "inline";
const previous = (): DisplayMode | undefined => context().previousDisplayMode;

const available = /* @__PURE__ */ derived(
  () => {
    const { availableDisplayModes: offered } = context();
    return all
      .filter((mode) =>
        Array.isArray(offered) ? offered.includes(mode) : mode === present() || requestDisplayMode.isSupported(),
      )
      .join();
  },
  (modes): readonly DisplayMode[] => all.filter((mode) => modes.includes(mode)),
);

/**
 * The display mode of the view, and a function that asks for another. A mode that
 * the host does not offer leaves the view in the present one.
 *
 * @example
 * function Enlarge() {
 *   const { mode, setMode, supportsFullscreen } = useDisplayMode();
 *   if (!supportsFullscreen || mode === "fullscreen") return null;
 *   return <button onClick={() => setMode("fullscreen")}>Enlarge</button>;
 * }
 */
export const useDisplayMode = (): DisplayModeState => {
  const availableModes = useRead(available);
  return {
    isSupported: useSupported(requestDisplayMode),
    mode: useRead(present),
    previousMode: useRead(previous),
    setMode: requestDisplayMode,
    availableModes,
    supportsFullscreen: availableModes.includes("fullscreen"),
    supportsPip: availableModes.includes("pip"),
  };
};
