import type { Optional } from "../hosts/support.js";
import type { DisplayMode } from "../values/types.js";
/**
 * Asks for more or less room, and resolves with the mode that the view is in
 * afterwards, which may be the present one. A mode that the host does not list
 * as available is not asked for, and a host that has no other modes leaves the
 * view in the present one.
 *
 * @param mode - The mode that is asked for.
 * @returns The mode that the view is in.
 * @throws ViewError: -32000 the host refused.
 * @example
 * const mode = await requestDisplayMode("fullscreen");
 * @support mcp-apps native `ui/request-display-mode`
 * @support bare fallback asks by `ui/request-display-mode`, and stays in the present mode
 * @support chatgpt native `ui/request-display-mode`
 * @support openai native `requestDisplayMode`
 * @support mcp-ui fallback stays in the present mode
 * @support standalone fallback stays in the present mode
 */
export declare const requestDisplayMode: Optional<(mode: DisplayMode) => Promise<DisplayMode>>;
