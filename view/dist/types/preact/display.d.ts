import { requestDisplayMode } from "../calls/requestdisplaymode.js";
import type { DisplayMode } from "../values/types.js";
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
export declare const useDisplayMode: () => DisplayModeState;
