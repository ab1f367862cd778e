import { context } from "../data/context.ts";
import { on } from "../data/topics.ts";
import { reportSize } from "./reportsize.ts";

/** How long, in ms, a height that changed together with the frame has to last before it is reported. */
const settleTime = 200;

/** The size is set by hand, so the height is not reported. */
let byHand = false;
let wanted: number | undefined, reported: number | undefined;

const flush = (): void => {
  const { displayMode, containerDimensions } = context();
  if (wanted !== reported && !byHand && displayMode !== "fullscreen" && !containerDimensions?.height)
    reportSize({ height: (reported = wanted!) });
};

/**
 * Switches the automatic reports of the content's height on or off. At first they are
 * on, in every frame with a host. Switching them on reports the current height.
 *
 * @param on - Whether the height is reported.
 * @example
 * autoSize(false);
 * @support mcp-apps native `ui/notifications/size-changed`
 * @support bare native `ui/notifications/size-changed`
 * @support chatgpt native `ui/notifications/size-changed`
 * @support openai native `notifyIntrinsicHeight`
 * @support mcp-ui native `ui-size-change`
 * @support standalone nothing, because there is no host
 */
export const autoSize = (on: boolean): void => {
  byHand = !on;
  reported = undefined;
  flush();
};

/**
 * Reports the height of the content whenever it changes, in whole CSS pixels, at most
 * once per frame. The width is up to the host. Nothing is reported while the
 * container's height is fixed or the view is fullscreen.
 *
 * Content that takes its height from the frame (`100%`, `100vh`) must not make the
 * frame grow, because that would make the content grow again. So there are two reports
 * at most until the content changes by itself. A height that changes together with the
 * frame's, at the same width, is the second report, after a moment, because the content
 * may have changed by itself at the same time. A height that stays while the frame's
 * changes is the content's own. A change by one pixel may be rounding, and does not count.
 */
export const watchSize = (): void => {
  const root = document.documentElement;
  const { body } = document;
  let height: number, frameHeight: number, frameWidth: number;
  /** Reports since the content changed by itself. */
  let reports = 0;
  /** Waits to report a height that changed with the frame. */
  let trial: ReturnType<typeof setTimeout> | undefined;

  const report = (pixels: number) => {
    reports++;
    trial = undefined;
    wanted = pixels;
    flush();
  };

  const measure = () => {
    const last = height;
    const moved = frameWidth === innerWidth ? Math.abs(frameHeight - innerHeight) : 0;
    frameHeight = innerHeight;
    frameWidth = innerWidth;
    // scrollHeight of the root includes overflow, but is never less than the frame's height.
    const { scrollHeight } = root;
    height = Math.ceil(
      Math.max(root.getBoundingClientRect().height, scrollHeight > frameHeight ? scrollHeight : body.scrollHeight),
    );
    if (last === undefined && body.offsetHeight === frameHeight && body.scrollHeight <= frameHeight) {
      // A body that is exactly as high as the frame takes its height from it; its margins come on top.
      reports = 1;
      report(frameHeight);
    } else if (height === last) {
      if (moved > 1) reports = 0;
    } else if (!moved) {
      if (Math.abs(height - wanted!) > 1) reports = 0;
      if (reports < 2) {
        clearTimeout(trial);
        report(height);
      }
    } else if (reports < 2) trial ??= setTimeout(() => report(height), settleTime);
  };

  const observer = new ResizeObserver(measure);
  for (const element of [root, body, ...body.children]) observer.observe(element);
  // Content that overflows a box of fixed size resizes no observed element. Observing the
  // body again calls measure once, after the next layout.
  const measureSoon = () => {
    observer.unobserve(body);
    observer.observe(body);
  };
  new MutationObserver(measureSoon).observe(body, { subtree: true, childList: true, characterData: true, attributes: true });
  addEventListener("resize", measure);
  document.addEventListener("load", measureSoon, true);
  document.fonts?.addEventListener("loadingdone", measureSoon);
  on("context", flush);
  // After teardown nothing is reported.
  on("teardown", () => {
    byHand = true;
  });
};
