import type { DisplayMode } from "../values/types.ts";
import { object } from "../values/unchecked.ts";
import { context, updateContext } from "../data/context.ts";
import { answered } from "../hosts/platform.ts";
import { has } from "../hosts/support.ts";
import type { Optional } from "../hosts/support.ts";
import { ask } from "../protocol/ask.ts";

const request = async (mode: DisplayMode): Promise<DisplayMode> => {
  await answered();
  const { displayMode = "inline", availableDisplayModes: modes } = context();
  if (Array.isArray(modes) && !modes.includes(mode)) return displayMode;
  const answer = object(
    await ask("ui/request-display-mode", { mode }, ["requestDisplayMode", { mode }]).catch((error) => {
      if (error.code != -32601) throw error;
      return { mode: displayMode };
    }),
  );
  updateContext({ displayMode: answer.mode ?? mode });
  return context().displayMode ?? displayMode;
};

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
export const requestDisplayMode: Optional<(mode: DisplayMode) => Promise<DisplayMode>> = /* @__PURE__ */ Object.assign(request, {
  isSupported: () => (context().availableDisplayModes?.length ?? 0) > 1 || has([, "requestDisplayMode"]),
});
