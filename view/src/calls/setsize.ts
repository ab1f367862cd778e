import { answered } from "../hosts/platform.ts";
import { reportSize } from "../page/reportsize.ts";
import type { Size } from "../page/reportsize.ts";
import { autoSize } from "../page/size.ts";

/**
 * Asks for a size in CSS pixels, and ends the automatic reports until
 * {@link autoSize | autoSize(true)}. Fractions are rounded up, negative numbers count
 * as 0, and what is not a finite number is left out. The host may give the view less:
 * most use the height only, and a container with a fixed size need not change. The
 * size is sent once a host has answered; without a host nothing happens.
 *
 * @param size - The size; what is left out is the host's to say.
 * @example
 * setSize({ height: 320 });
 * @support mcp-apps native `ui/notifications/size-changed`
 * @support bare native `ui/notifications/size-changed`
 * @support chatgpt native `ui/notifications/size-changed`
 * @support openai native `notifyIntrinsicHeight`
 * @support mcp-ui native `ui-size-change`
 * @support standalone nothing, because there is no host
 */
export const setSize = (size: Size): void => {
  const whole: Size = {};
  for (const side of ["width", "height"] as const) {
    const pixels = Math.ceil(Math.max(0, size[side]!));
    if (Number.isFinite(pixels)) whole[side] = pixels;
  }
  autoSize(false);
  void answered().then(() => Object.keys(whole)[0] && reportSize(whole));
};
