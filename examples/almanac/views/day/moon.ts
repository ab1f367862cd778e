// The disc of the moon with its lit part, turned as one sees it.

import { set, svg } from "./dom.ts";

export interface MoonDisc {
  element: SVGGElement;
  /** Towards is where the light comes from: 0 up, 90 right. */
  show(illuminated: number, towards: number): void;
}

const seas = [
  [-0.3, -0.38, 0.27],
  [0.22, -0.3, 0.2],
  [0.3, 0.08, 0.17],
  [-0.34, 0.16, 0.24],
  [0.04, 0.46, 0.13],
] as const;

let discs = 0;

export function moonDisc(radius: number): MoonDisc {
  const id = `moon-${++discs}`;
  const lit = svg("path", { class: "moon-lit" });
  const clip = svg("path");
  const marks = svg("g", { class: "moon-seas", "clip-path": `url(#${id})` });
  for (const [x, y, r] of seas) marks.append(svg("circle", { cx: x * radius, cy: y * radius, r: r * radius }));
  const turned = svg("g", {}, svg("clipPath", { id }, clip), lit, marks);
  const element = svg("g", {}, svg("circle", { class: "moon-dark", r: radius }), turned);
  return {
    element,
    show(illuminated, towards) {
      // Half the rim, and back along the edge of the shadow, which is half an
      // ellipse.
      const edge = radius * Math.abs(1 - 2 * illuminated);
      const path = `M0 ${-radius}A${radius} ${radius} 0 0 1 0 ${radius}A${edge} ${radius} 0 0 ${illuminated > 0.5 ? 1 : 0} 0 ${-radius}Z`;
      set(lit, { d: path });
      set(clip, { d: path });
      set(turned, { transform: `rotate(${towards - 90})` });
    },
  };
}

/**
 * Where the sun stands as seen from the moon's place in the sky, along the
 * great circle: 0 is straight up, 90 is to the right.
 */
export function towardsSun(moon: { altitude: number; azimuth: number }, sun: { altitude: number; azimuth: number }): number {
  const rad = Math.PI / 180;
  const across = (sun.azimuth - moon.azimuth) * rad;
  const [m, s] = [moon.altitude * rad, sun.altitude * rad];
  const right = Math.sin(across) * Math.cos(s);
  const up = Math.cos(m) * Math.sin(s) - Math.sin(m) * Math.cos(s) * Math.cos(across);
  return Math.atan2(right, up) / rad;
}
