import type { DisplayMode } from "../values/types.js";
import type { Optional } from "../hosts/support.js";
/**
 * Asks for another display mode, and resolves with the mode that the view is in
 * afterwards, which may be the same as before. A mode that is not in the host's list
 * is not asked for. Where the host has no other modes, the mode stays.
 *
 * @param mode - The mode that is asked for.
 * @returns The mode that the view is in.
 * @throws ViewError: -32000 the host refused.
 * @example
 * const mode = await requestDisplayMode("fullscreen");
 * @support mcp-apps native `ui/request-display-mode`
 * @support bare fallback asks by `ui/request-display-mode`, and keeps the current mode
 * @support chatgpt native `ui/request-display-mode`
 * @support openai native `requestDisplayMode`
 * @support mcp-ui fallback keeps the current mode
 * @support standalone fallback keeps the current mode
 */
export declare const requestDisplayMode: Optional<(mode: DisplayMode) => Promise<DisplayMode>>;
