import { context } from "./context.ts";
import { on } from "./store.ts";

/** How long, in ms, a height that moved with the frame has to stand before it is tried. */
const patience = 200;

/**
 * Reports the height of the content whenever it changes, in whole CSS pixels,
 * at most once per frame; the width is the host's. Nothing is reported while the
 * container's height is fixed or the view is fullscreen.
 *
 * Content that takes its height from the frame (`100%`, `100vh`) must not make
 * the frame grow, which would make the content grow. So a height that changes
 * together with the frame's height, at the same width, is not reported: once,
 * it is tried a moment later, because the content may just have changed at the
 * same time. If the content moves with the frame again, it follows the frame,
 * and nothing more is reported until it moves by itself.
 */
export const watchSize = (report: (height: number) => void): void => {
  const root = document.documentElement;
  const { body } = document;
  let height: number, frameHeight: number, frameWidth: number;
  let wanted: number, reported: number;
  /** Undefined: none yet. 0: there is no use in one. */
  let trial: ReturnType<typeof setTimeout> | 0 | undefined;

  const flush = () => {
    const { displayMode, containerDimensions } = context();
    if (wanted !== reported && displayMode !== "fullscreen" && !containerDimensions?.height)
      report((reported = wanted));
  };
  const want = (pixels: number) => {
    wanted = pixels;
    flush();
  };

  const measure = () => {
    const last = height;
    const moved = frameHeight !== innerHeight && frameWidth === innerWidth;
    frameHeight = innerHeight;
    frameWidth = innerWidth;
    height = Math.ceil(Math.max(root.getBoundingClientRect().height, body.scrollHeight));
    if (last === undefined && body.offsetHeight === frameHeight && body.scrollHeight <= frameHeight) {
      // A body that is exactly as high as the frame follows it; margins come on top.
      trial = 0;
      want(frameHeight);
    } else if (height === last) {
      if (moved) trial = undefined;
    } else if (moved) {
      trial ??= setTimeout(() => want(height), patience);
    } else {
      clearTimeout(trial);
      trial = undefined;
      want(height);
    }
  };

  const observer = new ResizeObserver(measure);
  for (const element of [root, body, ...body.children]) observer.observe(element);
  addEventListener("resize", measure);
  on("context", flush);
  on("teardown", () => {
    observer.disconnect();
    removeEventListener("resize", measure);
    clearTimeout(trial);
  });
};
