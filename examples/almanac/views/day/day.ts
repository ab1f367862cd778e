// What the tool almanac_day gives: the part that the model sees too, and the
// curve that is for the chart alone.

import type { Tools } from "../oriel.ts";

export type Day = Tools["almanac_day"]["output"];
export type Course = Day["sun"]["course"];

export type Curve = Tools["almanac_day"]["viewData"];
export type Track = Curve["sun"];
export type Light = Curve["light"][number]["light"];

export type Place = Tools["almanac_places"]["output"]["places"][number];

const minutesOfDay = 24 * 60;

/** What a clock at the place shows, as HH:MM. */
export function clockAt(curve: Curve, minute: number): string {
  let shows = minute;
  for (const tick of curve.clock) {
    if (tick.minute <= minute) shows = tick.shows + minute - tick.minute;
  }
  const whole = Math.floor(shows) % minutesOfDay;
  return `${pad(Math.floor(whole / 60))}:${pad(whole % 60)}`;
}

function pad(n: number): string {
  return String(n).padStart(2, "0");
}

/** The light at a minute. */
export function lightAt(curve: Curve, minute: number): Light {
  return (curve.light.find((band) => minute < band.to) ?? curve.light.at(-1))?.light ?? "night";
}

/** A value between the samples of a track. */
export function sample(values: number[], curve: Curve, minute: number): number {
  const at = Math.max(0, Math.min(values.length - 1, minute / curve.step));
  const before = values[Math.floor(at)] ?? 0;
  const after = values[Math.ceil(at)] ?? before;
  return before + (after - before) * (at % 1);
}

/** An azimuth between the samples, which jump from 360 to 0. */
export function azimuthAt(track: Track, curve: Curve, minute: number): number {
  return track.azimuth[Math.round(minute / curve.step)] ?? 0;
}

const compassPoints = ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"];

function compass(azimuth: number): string {
  return compassPoints[Math.round(azimuth / 22.5) % compassPoints.length] ?? "";
}

/** Whether any of a body is above the horizon: its upper edge is what rises. */
export function isUp(altitude: number): boolean {
  return altitude > -0.9;
}

/** "31° up · S" */
export function stands(track: Track, curve: Curve, minute: number): string {
  const altitude = sample(track.altitude, curve, minute);
  return `${Math.abs(Math.round(altitude))}° ${isUp(altitude) ? "up" : "below"} · ${compass(azimuthAt(track, curve, minute))}`;
}

/** "9 h 54 min" */
export function span(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** "Sat 21 Nov 2026" */
export function dateText(date: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "short", day: "numeric", month: "short", year: "numeric" })
    .format(new Date(`${date}T00:00:00Z`))
    .replace(",", "");
}

export function addDays(date: string, days: number): string {
  const moment = new Date(`${date}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}
