import type { Children } from "./library.js";
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
export declare const Skeleton: ({ lines, width, height }: SkeletonProps) => Children;
