// The view of almanac_day. It shows what the tool gave, and calls the tool
// again for other days and places.

import { getState, onTeardown, onToolCancelled, onToolResult, sendMessage, setState, type ToolResult } from "@oriel/view";
import { callTool } from "../oriel.ts";
import { addDays, clockAt, type Curve, type Day, dateText, lightAt, type Place, stands } from "./day.ts";
import { set } from "./dom.ts";
import { lightNames } from "./chart.ts";
import { createPage } from "./page.ts";
import "./day.css";

/** What is kept, so that the view comes back as it was left. */
interface State {
  /** The day that the conversation asked for; a state of another is stale. */
  origin: string;
  place: string;
  date: string;
  minute?: number;
}

type Result = ToolResult<Day, Curve>;

const root = document.createElement("main");
set(root, { "data-testid": "almanac", "data-state": "waiting" });
document.body.append(root);
const page = createPage(root);
page.busy(true);

let day: Day | undefined;
let curve: Curve | undefined;
let origin = "";
let minute = 0;
let moved = false;
/** Counts what was asked for; answers to earlier questions are dropped. */
let question = 0;
let pending: { place: string; date: string } | undefined;
let retry: (() => void) | undefined;

/** How the tool is asked for a day's place. */
function placeOf(d: Day): string {
  if (d.country) return d.place;
  return `${d.latitude},${d.longitude}${d.zone.startsWith("UTC") ? "" : ` ${d.zone}`}`;
}

/** Takes a result in; false if there is no day in it. */
function take(result: Result, startAt?: number): boolean {
  if (result.isError || !result.data || !result.viewData) return false;
  day = result.data;
  curve = result.viewData;
  page.busy(false);
  page.notice(undefined);
  page.show(day);
  page.chart.show(curve, day.moon.illuminatedPercent / 100);
  page.offer(places, day.place);
  if (startAt !== undefined) moved = true;
  moveTo(startAt ?? (moved ? minute : firstMinute(curve)));
  return true;
}

/** Now, if the day is today, else its noon. */
function firstMinute(c: Curve): number {
  const now = (Date.now() - c.start) / 60000;
  return now >= 0 && now < c.minutes ? now : c.minutes / 2;
}

function moveTo(to: number): void {
  if (!curve || !day) return;
  minute = Math.max(0, Math.min(curve.minutes - 1, Math.round(to)));
  page.chart.moveTo(minute);
  page.showMinute(curve, day.moon.illuminatedPercent / 100, minute);
  const [sunStands, moonStands] = [stands(curve.sun, curve, minute), stands(curve.moon, curve, minute)];
  set(page.chart.element, {
    "aria-valuenow": minute,
    "aria-valuetext": `${clockAt(curve, minute)}, ${lightNames[lightAt(curve, minute)]}, sun ${sunStands}, moon ${moonStands}`,
  });
}

async function load(place: string, date: string, startAt?: number): Promise<void> {
  const own = ++question;
  pending = { place, date };
  retry = () => void load(place, date, startAt);
  page.busy(true);
  let problem: string | undefined;
  try {
    const result = await callTool("almanac_day", { place, date });
    if (own !== question) return;
    if (!take(result, startAt)) problem = result.text || "The answer has no day in it.";
  } catch (error) {
    if (own !== question) return;
    problem = error instanceof Error ? error.message : String(error);
  }
  pending = undefined;
  page.busy(false);
  if (problem === undefined) keep();
  else {
    page.notice(problem, true);
    if (day) page.offer(places, day.place);
  }
}

function go(days: 1 | -1): void {
  if (!day) return;
  if (pending) void load(pending.place, addDays(pending.date, days));
  else {
    const date = days > 0 ? day.nextDate : day.previousDate;
    if (date) void load(placeOf(day), date);
  }
}

let keeping: ReturnType<typeof setTimeout> | undefined;

/** Keeps the state, once things have come to rest. */
function keep(): void {
  clearTimeout(keeping);
  keeping = setTimeout(keepNow, 250);
}

function keepNow(): void {
  clearTimeout(keeping);
  if (!day) return;
  const state: State = { origin, place: placeOf(day), date: day.date };
  if (moved) state.minute = minute;
  setState(state);
}

let places: Place[] = [];
let placesAsked = false;

/** Fills the picker once there is a first day; without it, it has one entry. */
async function loadPlaces(): Promise<void> {
  if (placesAsked) return;
  placesAsked = true;
  try {
    const result = await callTool("almanac_places");
    places = result.data?.places ?? [];
    page.offer(places, day?.place ?? "Choose a place");
  } catch {
    // Some hosts let no view call tools; the day is still worth seeing.
  }
}

onToolResult((result: Result) => {
  const asked = result.data && !result.isError ? `${placeOf(result.data)} ${result.data.date}` : "";
  // Some hosts deliver a result twice; the user may have moved on since.
  if (asked && asked === origin) return;
  question++;
  if (take(result)) {
    origin = asked;
    comeBack();
  } else {
    page.busy(false);
    page.notice(result.text || "The host did not hand over the day.");
  }
  void loadPlaces();
});

/** Goes to where the user was before the host took the view away. */
function comeBack(): void {
  const kept = getState<State>();
  if (!day || kept?.origin !== origin) return;
  if (kept.place !== placeOf(day) || kept.date !== day.date) void load(kept.place, kept.date, kept.minute);
  else if (kept.minute !== undefined) {
    moved = true;
    moveTo(kept.minute);
  }
}

onToolCancelled(() => {
  page.busy(false);
  if (!day) page.notice("The call was cancelled.");
});

onTeardown(keepNow);

page.previous.addEventListener("click", () => go(-1));
page.next.addEventListener("click", () => go(1));
page.again.addEventListener("click", () => retry?.());
page.picker.addEventListener("change", () => {
  if (page.picker.value) void load(page.picker.value, day?.date ?? "");
});
page.calendar.addEventListener("change", () => {
  if (day && page.calendar.value) void load(placeOf(day), page.calendar.value);
});
page.more.addEventListener("click", () => {
  if (!day) return;
  sendMessage(`Tell me more about the sun and the moon over ${day.place} on ${dateText(day.date)}.`).catch((error: unknown) => {
    page.notice(error instanceof Error ? error.message : String(error));
  });
});

const slider = page.chart.element;

function follow(event: PointerEvent): void {
  const box = slider.getBoundingClientRect();
  if (!curve || box.width === 0) return;
  moved = true;
  moveTo(((event.clientX - box.left) / box.width) * curve.minutes);
  keep();
}

slider.addEventListener("pointermove", (event) => {
  // A mouse moves the line by hovering; a finger has to touch.
  if (event.pointerType === "mouse" || event.buttons) follow(event);
});
slider.addEventListener("pointerdown", follow);

slider.addEventListener("keydown", (event) => {
  if (!curve) return;
  const last = curve.minutes - 1;
  const to = {
    ArrowLeft: minute - 10, ArrowDown: minute - 10,
    ArrowRight: minute + 10, ArrowUp: minute + 10,
    PageDown: minute - 60, PageUp: minute + 60,
    Home: 0, End: last,
  }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  moved = true;
  moveTo(to);
  keep();
});
