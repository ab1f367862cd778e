import { ask } from "./ask.ts";
import { connected } from "./connect.ts";
import { context, updateContext } from "./context.ts";
import { object } from "./object.ts";
import type { DisplayMode } from "./types.ts";

/**
 * Asks for more or less room, and resolves with the mode that the view is in
 * afterwards, which may be the present one. A mode that the host does not list
 * as available is not asked for.
 */
export const requestDisplayMode = async (mode: DisplayMode): Promise<DisplayMode> => {
  await connected.catch(() => {});
  const { displayMode = "inline", availableDisplayModes: modes } = context();
  if (Array.isArray(modes) && !modes.includes(mode)) return displayMode;
  const answer = object(
    await ask(
      "ui/request-display-mode",
      { mode },
      (openai) => openai.requestDisplayMode({ mode }),
      () => ({ mode: displayMode }),
    ),
  );
  updateContext({ displayMode: answer.mode ?? mode });
  return context().displayMode ?? displayMode;
};
