/** Colours as the browser computes them, in any notation that CSS has. */
import { getter, method, setter } from "./originals.ts";

/** Red, green and blue from 0 to 255, and alpha from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** Contrasts below this can't be seen: white on the lightest grey that pages use as their background. */
const LEAST_CONTRAST = 1.12;

const context2d = CanvasRenderingContext2D.prototype;
const create = method(document.createElement) as (self: Document, name: string) => HTMLCanvasElement;
const contextOf = method(HTMLCanvasElement.prototype.getContext) as unknown as (
  self: HTMLCanvasElement,
  type: "2d",
  options: object,
) => CanvasRenderingContext2D | null;
const setFill = setter(context2d, "fillStyle");
const clear = method(context2d.clearRect);
const fill = method(context2d.fillRect);
const draw = method(context2d.drawImage) as (
  self: CanvasRenderingContext2D,
  image: CanvasImageSource,
  x: number,
  y: number,
  width: number,
  height: number,
) => void;
const read = method(context2d.getImageData);
const bytesOf = getter(ImageData.prototype, "data");
const setWidth = setter(HTMLCanvasElement.prototype, "width");
const setHeight = setter(HTMLCanvasElement.prototype, "height");
const { abs, max, min, pow } = Math;

const SIDE = 16;
let pixels: CanvasRenderingContext2D | null | undefined;

const surface = (): CanvasRenderingContext2D | null => {
  if (pixels === undefined) {
    const canvas = create(document, "canvas");
    setWidth(canvas, SIDE);
    setHeight(canvas, SIDE);
    pixels = contextOf(canvas, "2d", { willReadFrequently: true });
  }
  if (pixels) clear(pixels, 0, 0, SIDE, SIDE);
  return pixels;
};

/** Reads a colour as CSS writes it. */
export const readColour = (text: string): Colour => {
  const to = surface();
  if (!to) return [0, 0, 0, 0];
  setFill(to, "transparent");
  setFill(to, text);
  fill(to, 0, 0, 1, 1);
  const bytes = bytesOf(read(to, 0, 0, 1, 1));
  return [bytes[0] ?? 0, bytes[1] ?? 0, bytes[2] ?? 0, (bytes[3] ?? 0) / 255];
};

/** The canvases whose drawings can't be read. */
export const unreadable = new WeakSet();
const has = method(WeakSet.prototype.has);

/** Whether anything is drawn on a canvas; undefined if the browser does not tell. */
export const isDrawn = (canvas: HTMLCanvasElement): boolean | undefined => {
  const to = surface();
  if (!to || has(unreadable, canvas)) return undefined;
  try {
    draw(to, canvas, 0, 0, SIDE, SIDE);
    const bytes = bytesOf(read(to, 0, 0, SIDE, SIDE));
    for (let at = 3; at < bytes.length; at += 4) if (bytes[at] !== 0) return true;
    return false;
  } catch {
    pixels = undefined; // it has pixels of another origin now, and can't be read again
    return undefined;
  }
};

/** A colour over another one. */
export const over = (top: Colour, below: Colour): Colour => {
  const alpha = top[3] + below[3] * (1 - top[3]);
  const mix = (at: 0 | 1 | 2): number =>
    alpha === 0 ? 0 : (top[at] * top[3] + below[at] * below[3] * (1 - top[3])) / alpha;
  return [mix(0), mix(1), mix(2), alpha];
};

const luminance = (colour: Colour): number => {
  const linear = (value: number): number =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : pow((value / 255 + 0.055) / 1.055, 2.4);
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
};

/** Whether a colour can be told from the opaque one behind it. */
export const isUnlike = (colour: Colour, behind: Colour): boolean => {
  const seen = over(colour, behind);
  const a = luminance(seen);
  const b = luminance(behind);
  if ((max(a, b) + 0.05) / (min(a, b) + 0.05) >= LEAST_CONTRAST) return true;
  // Two colours of the same lightness, such as red on green.
  return abs(seen[0] - behind[0]) + abs(seen[1] - behind[1]) + abs(seen[2] - behind[2]) > 60;
};
