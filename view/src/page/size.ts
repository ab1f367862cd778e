import { context } from "../data/context.ts";
import { reportSize } from "./reportsize.ts";
import { on } from "../data/topics.ts";

/** How long, in ms, a height that moved with the frame has to stand before it is tried. */
const patience = 200;

let byHand = false;
let wanted: number | undefined, reported: number | undefined;

const flush = (): void => {
  const { displayMode, containerDimensions } = context();
  if (wanted !== reported && !byHand && displayMode !== "fullscreen" && !containerDimensions?.height)
    reportSize({ height: (reported = wanted!) });
};

/**
 * Ends the automatic reports of the content's height, or begins them again, with
 * the present height. They are on at first, in every frame with a host.
 *
 * @param on - Whether they are made.
 * @example
 * autoSize(false);
 * @support mcp-apps native `ui/notifications/size-changed`
 * @support bare native `ui/notifications/size-changed`
 * @support chatgpt native `ui/notifications/size-changed`
 * @support openai native `notifyIntrinsicHeight`
 * @support mcp-ui native `ui-size-change`
 * @support standalone nothing, because nobody gives it a size
 */
export const autoSize = (on: boolean): void => {
  byHand = !on;
  reported = undefined;
  flush();
};

/**
 * Reports the height of the content whenever it changes, in whole CSS pixels,
 * at most once per frame; the width is the host's. Nothing is reported while the
 * container's height is fixed or the view is fullscreen.
 *
 * Content that takes its height from the frame (`100%`, `100vh`) must not make
 * the frame grow, which would make the content grow. So there are two reports at
 * most until the content moves by itself. A height that changes together with the
 * frame's, at the same width, is the second one, a moment later, because the
 * content may just have changed at the same time; a height that stays while the
 * frame's changes is the content's own. Where pixels are no whole ones, rounding
 * moves the content by one, which is no movement.
 */
export const watchSize = (): void => {
  const root = document.documentElement;
  const { body } = document;
  let height: number, frameHeight: number, frameWidth: number;
  /** Reports since the content moved by itself. */
  let reports = 0;
  let trial: ReturnType<typeof setTimeout> | undefined;

  const want = (pixels: number) => {
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
    // What overflows counts from the top of the page; the root is never lower than the frame there.
    const { scrollHeight } = root;
    height = Math.ceil(
      Math.max(root.getBoundingClientRect().height, scrollHeight > frameHeight ? scrollHeight : body.scrollHeight),
    );
    if (last === undefined && body.offsetHeight === frameHeight && body.scrollHeight <= frameHeight) {
      // A body that is exactly as high as the frame follows it; margins come on top.
      reports = 1;
      want(frameHeight);
    } else if (height === last) {
      if (moved > 1) reports = 0;
    } else if (!moved) {
      if (Math.abs(height - wanted!) > 1) reports = 0;
      if (reports < 2) {
        clearTimeout(trial);
        want(height);
      }
    } else if (reports < 2) trial ??= setTimeout(() => want(height), patience);
  };

  const observer = new ResizeObserver(measure);
  for (const element of [root, body, ...body.children]) observer.observe(element);
  // What overflows a box of fixed size resizes nothing that is observed. Observing
  // anew calls measure once, when the frame is laid out.
  const soon = () => {
    observer.unobserve(body);
    observer.observe(body);
  };
  new MutationObserver(soon).observe(body, { subtree: true, childList: true, characterData: true, attributes: true });
  addEventListener("resize", measure);
  document.addEventListener("load", soon, true);
  document.fonts?.addEventListener("loadingdone", soon);
  on("context", flush);
  // The page goes, and all that watches it.
  on("teardown", () => {
    byHand = true;
  });
};
