// page/size.ts
import { context } from "../data/context.js";
import { on } from "../data/topics.js";
import { reportSize } from "./reportsize.js";
var settleTime = 200;
var byHand = false;
var wanted;
var reported;
var flush = () => {
  const { displayMode, containerDimensions } = context();
  if (wanted !== reported && !byHand && displayMode !== "fullscreen" && !containerDimensions?.height)
    reportSize({ height: reported = wanted });
};
var autoSize = (on2) => {
  byHand = !on2;
  reported = void 0;
  flush();
};
var watchSize = () => {
  const root = document.documentElement;
  const { body } = document;
  let height, frameHeight, frameWidth;
  let reports = 0;
  let trial;
  const report = (pixels) => {
    reports++;
    trial = void 0;
    wanted = pixels;
    flush();
  };
  const measure = () => {
    const last = height;
    const moved = frameWidth === innerWidth ? Math.abs(frameHeight - innerHeight) : 0;
    frameHeight = innerHeight;
    frameWidth = innerWidth;
    const { scrollHeight } = root;
    height = Math.ceil(
      Math.max(root.getBoundingClientRect().height, scrollHeight > frameHeight ? scrollHeight : body.scrollHeight)
    );
    if (last === void 0 && body.offsetHeight === frameHeight && body.scrollHeight <= frameHeight) {
      reports = 1;
      report(frameHeight);
    } else if (height === last) {
      if (moved > 1) reports = 0;
    } else if (!moved) {
      if (Math.abs(height - wanted) > 1) reports = 0;
      if (reports < 2) {
        clearTimeout(trial);
        report(height);
      }
    } else if (reports < 2) trial ??= setTimeout(() => report(height), settleTime);
  };
  const observer = new ResizeObserver(measure);
  for (const element of [root, body, ...body.children]) observer.observe(element);
  const measureSoon = () => {
    observer.unobserve(body);
    observer.observe(body);
  };
  new MutationObserver(measureSoon).observe(body, { subtree: true, childList: true, characterData: true, attributes: true });
  addEventListener("resize", measure);
  document.addEventListener("load", measureSoon, true);
  document.fonts?.addEventListener("loadingdone", measureSoon);
  on("context", flush);
  on("teardown", () => {
    byHand = true;
  });
};
export {
  autoSize,
  watchSize
};
