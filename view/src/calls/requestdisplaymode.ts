import { ask } from "../protocol/ask.ts";
import { has } from "../hosts/support.ts";
import type { Optional } from "../hosts/support.ts";
import { connected } from "../start/connect.ts";
import { context, updateContext } from "../data/context.ts";
import { object } from "../values/unchecked.ts";
import type { DisplayMode } from "../values/types.ts";

const request = async (mode: DisplayMode): Promise<DisplayMode> => {
  await connected.catch(() => {});
  const { displayMode = "inline", availableDisplayModes: modes } = context();
  if (Array.isArray(modes) && !modes.includes(mode)) return displayMode;
  const present = () => ({ mode: displayMode });
  const answer = object(
    await ask(
      "ui/request-display-mode",
      { mode },
      ["requestDisplayMode", { mode }],
      present,
    ).catch((error) => {
      if (error.code === -32601) return present();
      throw error;
    }),
  );
  updateContext({ displayMode: answer.mode ?? mode });
  return context().displayMode ?? displayMode;
};

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
export const requestDisplayMode: Optional<(mode: DisplayMode) => Promise<DisplayMode>> = /* @__PURE__ */ Object.assign(request, {
  isSupported: () => (context().availableDisplayModes?.length ?? 0) > 1 || has([, "requestDisplayMode"]),
});
