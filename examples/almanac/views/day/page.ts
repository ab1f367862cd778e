// Everything around the chart: place and date above it, sun and moon below.

import { type Chart, createChart } from "./chart.ts";
import { azimuthAt, type Course, type Curve, type Day, dateText, isUp, type Place, sample, span, stands } from "./day.ts";
import { html, set, svg } from "./dom.ts";
import { moonDisc, towardsSun } from "./moon.ts";

export interface Page {
  chart: Chart;
  previous: HTMLButtonElement;
  next: HTMLButtonElement;
  picker: HTMLSelectElement;
  calendar: HTMLInputElement;
  more: HTMLButtonElement;
  again: HTMLButtonElement;
  /** Shows a day. */
  show(day: Day): void;
  /** Shows where sun and moon stand at a minute of the day. */
  showMinute(curve: Curve, illuminated: number, minute: number): void;
  offer(places: Place[], chosen: string): void;
  /** Says that something went wrong; undefined takes it back. */
  notice(text: string | undefined, canRetry?: boolean): void;
  busy(busy: boolean): void;
}

export function createPage(root: HTMLElement): Page {
  const chart = createChart();
  const place = html("span", { "data-testid": "place" }, "Almanac");
  const whereabouts = html("p", { class: "whereabouts" }, "\u00a0");
  const picker = html("select", { "aria-label": "Place" });
  const date = html("time", { "data-testid": "date", "aria-live": "polite" }, "\u00a0");
  const calendar = html("input", { type: "date", "aria-label": "Date", min: "1900-01-01", max: "2100-12-31" });
  const previous = step("previous-day", "Previous day", "M10 3 5 8l5 5");
  const next = step("next-day", "Next day", "m6 3 5 5-5 5");
  const daylight = html("strong", { "data-testid": "daylight" }, "\u00a0");
  const change = html("span", {}, "\u00a0");
  const more = html("button", { type: "button", class: "more", "data-testid": "more", disabled: "" }, "Tell me more");
  const again = html("button", { type: "button" }, "Try again");
  const message = html("p", {});
  const notice = html("div", { class: "notice", role: "alert", hidden: "" }, message, again);

  const sunIcon = svg("svg", { viewBox: "-20 -20 40 40", class: "icon sun", "aria-hidden": "true" }, svg("circle", { r: 18, class: "aura" }), svg("circle", { r: 12 }));
  const disc = moonDisc(16);
  const moonIcon = svg("svg", { viewBox: "-20 -20 40 40", class: "icon moon", "aria-hidden": "true" }, disc.element);
  const sun = card("sun", sunIcon, "Sun");
  const moon = card("moon", moonIcon, "Moon");

  root.append(
    html(
      "header",
      {},
      html("div", {}, html("h1", {}, html("label", { class: "place" }, place, chevron(), picker)), whereabouts),
      html("nav", { "aria-label": "Day" }, previous, html("label", { class: "date" }, date, calendar), next),
    ),
    html("div", { class: "sky" }, chart.element, notice),
    html("section", { class: "bodies" }, sun.element, moon.element),
    html("footer", {}, html("p", {}, daylight, " ", change), more),
  );

  return {
    chart, previous, next, picker, calendar, more, again,
    show(day) {
      root.dataset["state"] = "ready";
      place.textContent = day.place;
      whereabouts.textContent = [day.country, `UTC${day.utcOffset.replace("-", "−")}`].filter(Boolean).join(" · ");
      whereabouts.title = day.zone;
      date.textContent = dateText(day.date);
      date.dateTime = day.date;
      calendar.value = day.date;
      previous.disabled = !day.previousDate;
      next.disabled = !day.nextDate;
      more.disabled = false;

      sun.times(day.sun);
      moon.times(day.moon);
      const phase = `${day.moon.phase[0]?.toUpperCase() ?? ""}${day.moon.phase.slice(1)} `;
      moon.title.replaceChildren(phase, html("span", { title: "lit" }, `${day.moon.illuminatedPercent} %`));
      const { daylightMinutes, changeMinutes } = day.sun;
      daylight.textContent = daylightMinutes ? `${span(daylightMinutes)} daylight` : "No daylight";
      change.textContent = changeMinutes
        ? `${changeMinutes > 0 ? "growing" : "shrinking"} ${span(Math.abs(changeMinutes))} a day`
        : "same as the day before";
    },
    showMinute(curve, illuminated, minute) {
      const sunAt = { altitude: sample(curve.sun.altitude, curve, minute), azimuth: azimuthAt(curve.sun, curve, minute) };
      const moonAt = { altitude: sample(curve.moon.altitude, curve, minute), azimuth: azimuthAt(curve.moon, curve, minute) };
      sun.stands(stands(curve.sun, curve, minute), isUp(sunAt.altitude));
      moon.stands(stands(curve.moon, curve, minute), isUp(moonAt.altitude));
      disc.show(illuminated, towardsSun(moonAt, sunAt));
    },
    offer(places, chosen) {
      const known = places.some((p) => p.name === chosen);
      picker.replaceChildren(
        ...(known ? [] : [html("option", { value: "" }, chosen)]),
        ...places.map((p) => html("option", { value: p.name }, p.name)),
      );
      picker.value = known ? chosen : "";
      place.textContent = chosen;
    },
    notice(text, canRetry = false) {
      message.textContent = text ?? "";
      notice.hidden = text === undefined;
      again.hidden = !canRetry;
    },
    busy(busy) {
      set(root, { "aria-busy": busy ? "true" : undefined });
    },
  };
}

interface Card {
  element: HTMLElement;
  title: HTMLElement;
  stands(text: string, up: boolean): void;
  times(body: { course: Course; rise?: string; set?: string }): void;
}

function card(body: string, icon: SVGElement, name: string): Card {
  const title = html("h2", {}, name);
  const where = html("p", { "data-testid": `${body}-altitude` }, "\u00a0");
  const rise = html("span", { "data-testid": `${body}rise` }, "\u00a0");
  const fall = html("span", { "data-testid": `${body}set` }, "\u00a0");
  const element = html("article", {}, icon, html("div", {}, title, where), html("p", { class: "times" }, rise, fall));
  return {
    element,
    title,
    stands(text, up) {
      where.textContent = text;
      element.classList.toggle("under", !up);
    },
    times(times) {
      if (times.course === "rises or sets") {
        say(rise, "↑", `${body}rise`, times.rise);
        say(fall, "↓", `${body}set`, times.set);
        return;
      }
      rise.textContent = times.course === "above the horizon all day" ? "up" : "down";
      fall.textContent = "all day";
    },
  };
}

/** A time with an arrow for the eye and a word for the ear. */
function say(element: HTMLElement, arrow: string, what: string, clock: string | undefined): void {
  element.replaceChildren(
    html("span", { "aria-hidden": "true" }, `${arrow} `),
    html("span", { class: "spoken" }, `${what} `),
    clock ?? "none",
  );
}

function step(id: string, label: string, path: string): HTMLButtonElement {
  return html(
    "button",
    { type: "button", class: "step", "data-testid": id, "aria-label": label, title: label, disabled: "" },
    svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: path })),
  );
}

function chevron(): SVGElement {
  return svg("svg", { viewBox: "0 0 16 16", class: "chevron", "aria-hidden": "true" }, svg("path", { d: "m4 6 4 4 4-4" }));
}
