// The chart of a day: the sky's colours from midnight to midnight, the curves
// of sun and moon, the horizon with rises and sets, and a line that can be
// moved through the day.

import { skyAt, starlight } from "./colours.ts";
import { azimuthAt, clockAt, type Curve, isUp, lightAt, sample } from "./day.ts";
import { set, svg } from "./dom.ts";
import { type MoonDisc, moonDisc, towardsSun } from "./moon.ts";
import "./chart.css";

export interface Chart {
  element: SVGSVGElement;
  /** Draws a day, gliding there from the one before. */
  show(curve: Curve, illuminated: number): void;
  /** Moves the line. */
  moveTo(minute: number): void;
}

export const lightNames = {
  night: "Night",
  astronomical: "Astronomical twilight",
  nautical: "Nautical twilight",
  civil: "Civil twilight",
  day: "Daylight",
} as const;

const bodyRadius = 9;
const stripHeight = 5;
const horizonAt = 0.69; // of the height
const glideTime = 420; // ms

export function createChart(): Chart {
  const high = svg("linearGradient", { id: "sky-high" });
  const low = svg("linearGradient", { id: "sky-low" });
  const highRect = svg("rect", { fill: "url(#sky-high)" });
  const lowRect = svg("rect", { fill: "url(#sky-low)", mask: "url(#towards-horizon)" });
  const maskRect = svg("rect", { fill: "url(#fade)" });
  const stars = svg("g", { class: "stars" });
  const sea = svg("rect", { fill: "url(#sea)" });
  const grid = svg("g", { class: "grid" });
  const aboveClip = svg("rect");
  const belowClip = svg("rect");
  const lines = { sun: [svg("path"), svg("path")], moon: [svg("path"), svg("path")] } as const;
  const above = svg("g", { class: "above", "clip-path": "url(#above)" });
  const below = svg("g", { class: "below", "clip-path": "url(#below)" });
  for (const body of ["moon", "sun"] as const) {
    for (const [i, group] of [above, below].entries()) {
      const line = lines[body][i] as SVGPathElement;
      set(line, { class: `line ${body}` });
      group.append(line);
    }
  }
  const horizon = svg("line", { class: "horizon" });
  const marks = svg("g", { class: "marks" });
  const hours = svg("g", { class: "hours" });
  const strip = svg("g", { class: "strip" });
  const now = svg("path", { class: "now", d: "M-5 0h10l-5 6z" });
  const cursor = svg("line", { class: "cursor" });
  const sun = svg("g", { class: "body" }, svg("circle", { class: "halo", r: 30, fill: "url(#halo)" }), svg("circle", { class: "disc", r: bodyRadius }));
  const disc: MoonDisc = moonDisc(bodyRadius);
  const moon = svg("g", { class: "body" }, disc.element);
  const clock = svg("text", { class: "clock" });
  const light = svg("tspan", { class: "light", dx: 7 });
  const time = svg("tspan");
  clock.append(time, light);
  const pill = svg("g", { class: "pill" }, svg("rect", { height: 24, rx: 12 }), clock);

  const element = svg(
    "svg",
    { class: "chart", role: "slider", tabindex: 0, "aria-label": "Time of day", "aria-orientation": "horizontal", "aria-valuemin": 0, "aria-valuenow": 0 },
    svg(
      "defs",
      {},
      high,
      low,
      gradient("fade", [[0, "#000"], [0.3, "#2a2a2a"], [horizonAt, "#fff"], [1, "#333"]]),
      gradient("sea", [[0, "rgb(13 26 66 / 0.55)"], [0.3, "rgb(10 20 54 / 0.74)"], [1, "rgb(7 13 36 / 0.88)"]]),
      svg(
        "radialGradient",
        { id: "halo" },
        ...fading([[0.3, "rgb(255 228 150 / 0.85)"], [0.55, "rgb(255 220 130 / 0.28)"], [1, "rgb(255 214 120 / 0)"]]),
      ),
      svg("mask", { id: "towards-horizon", maskUnits: "userSpaceOnUse" }, maskRect),
      svg("clipPath", { id: "above" }, aboveClip),
      svg("clipPath", { id: "below" }, belowClip),
    ),
    highRect, lowRect, stars, sea, grid, below, above, horizon, cursor, moon, sun, marks, hours, strip, now, pill,
  );

  let day: Curve | undefined;
  let lit = 0;
  let minute = 0;
  let width = 0;
  let height = 0;
  let glide = 0;

  const x = (at: number): number => (at / (day?.minutes ?? 1)) * width;
  const horizonY = (): number => Math.round(height * horizonAt);
  // The scale follows the day's highest body, in steps, so that winter is not
  // drawn at the foot of an empty sky.
  let topAltitude = 90;
  const y = (altitude: number): number => horizonY() - (altitude / topAltitude) * (horizonY() - 40);

  function draw(curve: Curve): void {
    topAltitude = curveTop(curve);
    set(element, { viewBox: `0 0 ${width} ${height}`, "aria-valuemax": curve.minutes - 1 });
    const level = horizonY();
    for (const rect of [highRect, lowRect, maskRect]) set(rect, { width, height });
    set(aboveClip, { width, height: level });
    set(belowClip, { y: level, width, height: height - level - stripHeight });
    set(sea, { y: level, width, height: height - level });
    set(horizon, { x1: 0, x2: width, y1: level, y2: level });

    const stops = curve.sun.altitude.map((altitude, i) => ({ offset: (i * curve.step) / curve.minutes, ...skyAt(altitude) }));
    high.replaceChildren(...stops.map((stop) => svg("stop", { offset: stop.offset, "stop-color": stop.high })));
    low.replaceChildren(...stops.map((stop) => svg("stop", { offset: stop.offset, "stop-color": stop.low })));
    drawStars(curve);
    for (const body of ["sun", "moon"] as const) {
      const path = curve[body].altitude.map((altitude, i) => `${i ? "L" : "M"}${x(i * curve.step).toFixed(1)} ${y(altitude).toFixed(1)}`).join("");
      for (const line of lines[body]) set(line, { d: path });
    }
    drawGrid();
    drawMarks(curve);
    drawHours(curve);
    drawStrip(curve);
    const nowMinute = (Date.now() - curve.start) / 60000;
    const today = nowMinute >= 0 && nowMinute < curve.minutes;
    set(now, { visibility: today ? "visible" : "hidden", transform: `translate(${x(nowMinute)} 0)` });
    drawCursor(curve);
  }

  function drawStars(curve: Curve): void {
    const count = Math.round(width / 4.5);
    while (stars.childElementCount < count) stars.append(svg("circle"));
    while (stars.childElementCount > count) stars.lastElementChild?.remove();
    [...stars.children].forEach((star, i) => {
      // The golden ratio scatters evenly and is the same on every day.
      const part = (i * 0.61803398875) % 1;
      const up = (i * 0.7548776662 + 0.21) % 1;
      const bright = ((i * 37) % 10) / 10;
      const sunAltitude = sample(curve.sun.altitude, curve, part * curve.minutes);
      set(star, {
        cx: (part * width).toFixed(1),
        cy: (6 + up * (horizonY() - 22)).toFixed(1),
        r: (0.45 + bright * 0.75).toFixed(2),
        opacity: (starlight(sunAltitude) * (0.35 + 0.6 * bright) * (1 - 0.55 * up)).toFixed(2),
      });
    });
  }

  function drawGrid(): void {
    grid.replaceChildren();
    for (let altitude = 30; altitude < topAltitude; altitude += 30) {
      const at = y(altitude);
      grid.append(svg("line", { x1: 0, x2: width, y1: at, y2: at }), svg("text", { x: 8, y: at - 4 }, `${altitude}°`));
    }
  }

  function drawMarks(curve: Curve): void {
    marks.replaceChildren();
    const labelWidth = 50;
    for (const [row, body] of (["sun", "moon"] as const).entries()) {
      const own = curve.marks.filter((mark) => mark.kind.startsWith(body)).sort((a, b) => a.minute - b.minute);
      // Labels keep clear of the edges and of each other.
      const centres = own.map((mark) => Math.max(labelWidth / 2 + 2, Math.min(width - labelWidth / 2 - 2, x(mark.minute))));
      for (let i = 1; i < centres.length; i++) {
        const [left, right] = [centres[i - 1] ?? 0, centres[i] ?? 0];
        const overlap = labelWidth - (right - left);
        if (overlap > 0) {
          centres[i - 1] = Math.max(labelWidth / 2 + 2, left - overlap / 2);
          centres[i] = Math.min(width - labelWidth / 2 - 2, Math.max(right + overlap / 2, (centres[i - 1] ?? 0) + labelWidth));
        }
      }
      own.forEach((mark, i) => {
        marks.append(
          svg("circle", { class: body, cx: x(mark.minute), cy: horizonY(), r: 3.5 }),
          svg("text", { class: body, x: centres[i], y: horizonY() + 17 + row * 16 }, `${mark.kind.endsWith("rise") ? "↑" : "↓"} ${mark.clock}`),
        );
      });
    }
  }

  function drawHours(curve: Curve): void {
    hours.replaceChildren();
    const every = width < 520 ? 6 : 3;
    let before = "";
    for (let at = 0; at < curve.minutes; at += 10) {
      const label = clockAt(curve, at);
      const hour = Number(label.slice(0, 2));
      if (label.endsWith(":00") && label !== before && hour % every === 0 && at > 0) {
        hours.append(svg("text", { x: x(at), y: height - stripHeight - 6 }, label));
        before = label;
      }
    }
  }

  function drawStrip(curve: Curve): void {
    strip.replaceChildren(
      ...curve.light.map((band) =>
        svg(
          "rect",
          { class: band.light, x: x(band.from), y: height - stripHeight, width: x(band.to) - x(band.from) + 0.5, height: stripHeight },
          svg("title", {}, `${lightNames[band.light]} ${clockAt(curve, band.from)}–${clockAt(curve, band.to)}`),
        ),
      ),
    );
  }

  function drawCursor(curve: Curve): void {
    const at = x(minute);
    const sunNow = { altitude: sample(curve.sun.altitude, curve, minute), azimuth: azimuthAt(curve.sun, curve, minute) };
    const moonNow = { altitude: sample(curve.moon.altitude, curve, minute), azimuth: azimuthAt(curve.moon, curve, minute) };
    set(cursor, { x1: at, x2: at, y1: 0, y2: height - stripHeight });
    const lowest = height - stripHeight - bodyRadius;
    for (const [group, altitude] of [[sun, sunNow.altitude], [moon, moonNow.altitude]] as const) {
      set(group, {
        transform: `translate(${at.toFixed(1)} ${Math.min(lowest, y(altitude)).toFixed(1)})`,
        class: isUp(altitude) ? "body" : "body under",
      });
    }
    disc.show(lit, towardsSun(moonNow, sunNow));

    time.textContent = clockAt(curve, minute);
    light.textContent = lightNames[lightAt(curve, minute)];
    const text = clock.getComputedTextLength();
    const pillWidth = Math.ceil(text) + 28;
    const left = Math.max(6, Math.min(width - pillWidth - 6, at - pillWidth / 2));
    set(pill, { transform: `translate(${left.toFixed(1)} 8)` });
    set(pill.firstElementChild as Element, { width: pillWidth });
    set(clock, { x: 11, y: 16.5 });
  }

  function resize(): void {
    const box = element.getBoundingClientRect();
    if (box.width === width && box.height === height) return;
    width = box.width;
    height = box.height;
    if (day && width > 0) draw(day);
  }
  new ResizeObserver(resize).observe(element);

  return {
    element,
    show(curve, illuminated) {
      const from = day;
      day = curve;
      lit = illuminated;
      cancelAnimationFrame(glide);
      if (!width) resize();
      if (!width) return;
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
      if (!from || still || from.minutes !== curve.minutes) {
        draw(curve);
        return;
      }
      const begin = performance.now();
      const frame = (t: number): void => {
        const part = Math.min(1, Math.max(0, (t - begin) / glideTime));
        draw(part < 1 ? between(from, curve, 1 - (1 - part) ** 3) : curve);
        if (part < 1) glide = requestAnimationFrame(frame);
      };
      glide = requestAnimationFrame(frame);
    },
    moveTo(to) {
      minute = to;
      if (day && width) drawCursor(day);
    },
  };
}

function curveTop(curve: Curve): number {
  const highest = Math.max(...curve.sun.altitude, ...curve.moon.altitude, 20);
  return Math.min(92, highest + 8);
}

/** A day that is partly one and partly the other, to glide through. */
function between(from: Curve, to: Curve, part: number): Curve {
  const track = (body: "sun" | "moon") => ({
    altitude: to[body].altitude.map((value, i) => (from[body].altitude[i] ?? value) * (1 - part) + value * part),
    azimuth: to[body].azimuth,
  });
  return { ...to, sun: track("sun"), moon: track("moon") };
}

type Stops = [offset: number, colour: string][];

function gradient(id: string, stops: Stops): SVGLinearGradientElement {
  return svg("linearGradient", { id, x1: 0, y1: 0, x2: 0, y2: 1 }, ...fading(stops));
}

function fading(stops: Stops): SVGStopElement[] {
  return stops.map(([offset, colour]) => svg("stop", { offset, "stop-color": colour }));
}
