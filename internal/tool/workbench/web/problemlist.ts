// The problems of the app that is being developed. Those of a visible view are shown over it, others above the cards. The
// rail shows their number.

import type { Bench } from "./bench.ts";
import { fill, h, icon, iconButton } from "./dom.ts";
import { counted } from "./format.ts";
import type { AppError, DevProblem } from "./wire.ts";

/** How many are visible; the others unfold. */
const MOST_OPEN = 3;

/** A problem of the project, or an error of the running app, whose code is its reference. */
export interface Fault extends Omit<DevProblem, "source"> {
  source: DevProblem["source"] | "app";
  stack?: NonNullable<AppError["stack"]>;
}

const titles: Record<Fault["source"], string> = {
  app: "The app failed while it answered the view",
  view: "The view does not build",
  go: "The server does not build",
  types: "The types do not match",
  server: "The server does not run",
  packages: "The packages are not installed",
};

/** Whether the server can't run because of the problem. */
export function stopsServer({ source }: Fault): boolean {
  return source === "go" || source === "server";
}

/** A list of problems that can be dismissed until it changes. */
export class ProblemList {
  readonly element = h("section", { class: "faults", tabindex: "-1", hidden: true });
  readonly #dismissed: () => void;
  #shown = "[]";

  /** `over` is set for a list over a view, which is visible again when the list is dismissed. */
  constructor(over: boolean, dismissed: () => void = () => undefined) {
    this.#dismissed = dismissed;
    this.element.classList.toggle("faults-over", over);
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.preventDefault();
        this.#dismiss();
      }
    });
  }

  show(problems: Fault[]): void {
    const now = JSON.stringify(problems);
    if (now === this.#shown) {
      return;
    }
    this.#shown = now;
    this.element.hidden = problems.length === 0;
    const focused = this.element.contains(document.activeElement);
    const [open, more] = [problems.slice(0, MOST_OPEN), problems.slice(MOST_OPEN)];
    const title = titleOf(problems);
    this.element.setAttribute("aria-label", title);
    fill(
      this.element,
      h(
        "header",
        { class: "faults-head" },
        icon("alert"),
        h("h3", {}, title),
        problems.length > 1 ? h("span", { class: "count" }, String(problems.length)) : null,
        iconButton("close", "Dismiss until something changes", () => this.#dismiss()),
      ),
      ...open.map(faultOf),
      more.length > 0
        ? h(
            "details",
            { class: "unfolds faults-more" },
            h("summary", {}, `${more.length} more`, icon("chevron")),
            ...more.map(faultOf),
          )
        : null,
    );
    if (focused && problems.length > 0) {
      this.element.focus();
    }
  }

  #dismiss(): void {
    this.element.hidden = true;
    this.#dismissed();
  }
}

/** A button in the rail with the number of problems, which shows them. */
export function problemCount(bench: Bench, lead: () => void): HTMLElement {
  const words = h("span", {});
  const button = h(
    "button",
    { type: "button", class: "rail-problems", data: { testid: "problem-count" }, on: { click: lead }, hidden: true },
    icon("alert"),
    words,
  );
  bench.problems.watch((problems) => {
    button.hidden = problems.length === 0;
    words.textContent = counted(problems.length, "problem");
  });
  return button;
}

/** What the dev loop does at the moment. */
export function busyLine(bench: Bench): HTMLElement {
  const line = h("p", { class: "busy one-line", role: "status", data: { testid: "busy" }, hidden: true });
  bench.busy.watch((what) => {
    line.hidden = what === "";
    fill(line, h("span", { class: "dot" }), what === "" ? "" : `${what}…`);
  });
  return line;
}

function titleOf(problems: Fault[]): string {
  const [first] = problems;
  if (!first) {
    return "";
  }
  const sources = new Set(problems.map(({ source }) => source));
  const views = new Set(problems.map(({ view }) => view ?? ""));
  if (sources.size > 1) {
    return sources.has("app") ? "This does not work" : "This does not build";
  }
  return first.source === "view" && views.size === 1 && first.view
    ? `The view ${first.view} does not build`
    : titles[first.source];
}

export function faultOf(problem: Fault): HTMLElement {
  const { source, code, message, excerpt, fix, stack = [] } = problem;
  const place = placeOf(problem);
  return h(
    "article",
    { class: "fault", data: { testid: "fault", source } },
    place || code
      ? h(
          "header",
          { class: "fault-head" },
          place ? h("bdi", { class: "fault-place" }, place) : null,
          code ? h("span", { class: "fault-code" }, code) : null,
        )
      : null,
    h("p", { class: "fault-message", dir: "auto" }, message),
    excerpt ? h("pre", { class: "fault-excerpt code", tabindex: "0", "aria-label": "The lines around it" }, excerpt) : null,
    fix ? h("p", { class: "fault-fix", dir: "auto" }, fix) : null,
    stack.length > 0
      ? h(
          "details",
          { class: "unfolds fault-stack" },
          h("summary", {}, counted(stack.length, "call"), icon("chevron")),
          h("ol", {}, ...stack.map(callOf)),
        )
      : null,
  );
}

function callOf({ function: name, file, line, inProject }: NonNullable<AppError["stack"]>[number]): HTMLElement {
  return h("li", { class: inProject ? "of-project" : "" }, h("bdi", {}, name), " ", h("bdi", { class: "quiet" }, `${file}:${line}`));
}

function placeOf({ file, line, column }: Fault): string {
  return [file, line, line ? column : 0].filter(Boolean).join(":");
}
