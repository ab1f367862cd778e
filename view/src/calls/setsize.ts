import { connected } from "../start/connect.ts";
import { reportSize } from "../page/reportsize.ts";
import type { Size } from "../page/reportsize.ts";
import { autoSize } from "../page/size.ts";

/**
 * Asks for a size by hand, in CSS pixels, and ends the automatic reports until
 * {@link autoSize | autoSize(true)}. Fractions are rounded up, what is negative
 * counts as 0, and what is no finite number is left out. The host may give less,
 * or nothing: most take the height only, and none has to change a container that
 * it calls fixed. It goes to the host once one has answered; without one nothing
 * happens.
 *
 * @param size - The size; what is left out is the host's to say.
 * @example
 * setSize({ height: 320 });
 * @support mcp-apps native `ui/notifications/size-changed`
 * @support bare native `ui/notifications/size-changed`
 * @support chatgpt native `ui/notifications/size-changed`
 * @support openai native `notifyIntrinsicHeight`
 * @support mcp-ui native `ui-size-change`
 * @support standalone nothing, because nobody gives it a size
 */
export const setSize = (size: Size): void => {
  const whole: Size = {};
  for (const side of ["width", "height"] as const) {
    const pixels = Math.ceil(Math.max(0, size[side]!));
    if (Number.isFinite(pixels)) whole[side] = pixels;
  }
  autoSize(false);
  connected.then(
    () => Object.keys(whole)[0] && reportSize(whole),
    () => {},
  );
};
