// Generated from ../react by tools/assets. DO NOT EDIT.
import { h } from "./library.ts";
import type { Children } from "./library.ts";
import { useStyle } from "./style.ts";

// Of the text's own colour, so that it fits whatever the page looks like.
const css = `.oriel-skeleton{display:block;margin:0}.oriel-skeleton>span{display:block;max-width:100%;border-radius:var(--border-radius-sm,4px);background:currentColor;opacity:.13;animation:oriel-skeleton 1.6s ease-in-out infinite}.oriel-skeleton>span+span{margin-block-start:.6em}@keyframes oriel-skeleton{50%{opacity:.06}}@media (prefers-reduced-motion:reduce){.oriel-skeleton>span{animation:none}}@media (forced-colors:active){.oriel-skeleton>span{background:GrayText}}`;

/** What a {@link Skeleton} is given; all may be left out. */
export interface SkeletonProps {
  /** How many, from 1 to 50; 3 when left out, or 1 where there is a height. */
  lines?: number | undefined;
  /** Of each line: CSS pixels, or CSS. Left out: the whole width, and the last of several lines less. */
  width?: number | string | undefined;
  /** Of each line: CSS pixels, or CSS; a line of text when left out. */
  height?: number | string | undefined;
}

/**
 * Grey bars where text or a picture is going to be. They pulse, but not for
 * somebody who prefers reduced motion, and are not read aloud.
 *
 * @example
 * <Skeleton lines={2} />
 * @example
 * <Skeleton height={180} />
 */
export const Skeleton = ({ lines, width, height = "1em" }: SkeletonProps): Children => {
  useStyle(css);
  const count = Math.min(Math.max(Math.floor(Number(lines ?? (height === "1em" ? 3 : 1))) || 1, 1), 50);
  const unit = (size: number | string) => (typeof size === "number" ? `${size}px` : size);
  return h(
    "span",
    { className: "oriel-skeleton", "aria-hidden": true },
    ...Array.from({ length: count }, (_, i) =>
      h("span", { style: { width: unit(width ?? (count > 1 && i === count - 1 ? "60%" : "100%")), height: unit(height) } }),
    ),
  );
};
