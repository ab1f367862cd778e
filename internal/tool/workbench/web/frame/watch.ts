// Watches a view: takes what the reporter in its document tells, and looks at the view from time to time until it is
// complete.

import type { Look, Pending, Report, Shows } from "../../../sandbox/web/report.ts";
import type { Refused } from "../violation.ts";
import type { Cause, CauseKind, Health, Level } from "./health.ts";

/** How long after its result a view has to show something. */
const SHOWN_MS = 2000;
/** How long after its start a view may say nothing, and an element may wait for its source. */
const SILENT_MS = 5000;
const PENDING_MS = 4000;
const TICK_MS = 250;
/** The pause between two looks; a finding counts once the next look confirms it. */
const AGAIN_MS = 1000;
/** How long a view's scripts may run without a pause. */
const STUCK_MS = 5000;
/** How long a view is watched until it is complete. */
const MOST_LOOKS = 60;
/** How long a view may take to handle a rejection, and a refusal to be told after the failure that it causes. */
const LATE_MS = 600;
const MOST_REPORTS = 200;

export interface Watched {
  /** What has not happened yet. */
  waiting(): string;
  /** Describes what the content security policy refused. */
  refused(what: Refused): Pick<Cause, "level" | "text" | "fix" | "code"> | undefined;
  /** What is behind the frame; undefined while nobody can see it. */
  look(): Look | undefined;
  /** Whether the frame has no height in the page, although it has a width. */
  isFlat(): boolean;
}

export class Watch {
  readonly #health: Health;
  readonly #watched: Watched;
  #port: MessagePort | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #began = 0;
  #ready: number | undefined;
  /** When the look was asked for that has no answer yet. */
  #asked: number | undefined;
  #last = -Infinity;
  #looks = 0;
  #reports = 0;
  #ended = false;
  /** What the last look has found. */
  #before: { shows: Shows; pending: Pending[]; loading: boolean } | undefined;
  readonly #refused = new Set<string>();
  readonly #handled = new Set<number>();

  constructor(health: Health, watched: Watched) {
    this.#health = health;
    this.#watched = watched;
  }

  /** The view's document is being loaded. */
  begin(): void {
    this.#began = performance.now();
    this.#next();
  }

  /** Takes the port of the reporter in the document. Only the first one is known to be its own. */
  connect(port: MessagePort | undefined): void {
    if (this.#port || !port) {
      this.#asked = undefined; // the document that was asked is gone
      this.#health.is("stuck", undefined);
      this.#done();
      this.#health.happened({
        level: "warning",
        kind: "reload",
        text: "The view has loaded its own document again, so it is not watched any more",
      });
      port?.close();
      return;
    }
    this.#port = port;
    port.onmessage = ({ data }) => this.#take(data as Report);
  }

  /** The view has its result. */
  ready(): void {
    this.#ready ??= performance.now();
    this.#health.is("silent", undefined);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#ended = true;
    this.#port?.close();
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tick(), TICK_MS);
  }

  #tick(): void {
    const now = performance.now();
    // A view that has answered a look has nothing else to do.
    if (this.#ready === undefined && now - this.#began >= SILENT_MS && this.#before?.loading === false) {
      this.#silent();
    }
    if (this.#asked !== undefined) {
      if (now - this.#asked > STUCK_MS) {
        this.#is("stuck", "broken", `The view's scripts have not paused for ${STUCK_MS / 1000} seconds`, {
          fix: "Look for a loop without an end. Do long work in steps, or in a worker.",
        });
      }
    } else if (this.#isDue(now)) {
      this.#look(now);
    }
    if (this.#looks < MOST_LOOKS) {
      this.#next();
    } else {
      this.#health.looked();
    }
  }

  #isDue(now: number): boolean {
    const since = this.#ready === undefined ? now - this.#began - PENDING_MS : now - this.#ready - SHOWN_MS;
    return since >= 0 && now - this.#last >= AGAIN_MS;
  }

  #silent(): void {
    const missing = this.#watched.waiting();
    this.#is("silent", "broken", missing.startsWith("ui/initialize") ? `The view says nothing: ${missing}` : "", {
      fix: "A view has to send ui/initialize when its script starts, and ui/notifications/initialized after the answer.",
    });
  }

  #look(now: number): void {
    const look = this.#watched.look();
    if (!look) {
      return;
    }
    this.#looks += 1;
    this.#last = now;
    if (this.#port) {
      this.#asked = now;
      this.#port.postMessage(look);
    } else if (this.#ready !== undefined) {
      this.#done(); // a document of another site, which has no reporter
    }
  }

  #done(): void {
    clearTimeout(this.#timer);
    this.#looks = MOST_LOOKS;
    this.#health.looked();
  }

  #take(report: Report): void {
    if (report.kind === "look") {
      if (this.#asked !== undefined) {
        this.#seen(report);
      }
      return;
    }
    this.#reports += 1;
    if (this.#reports > MOST_REPORTS) {
      return;
    }
    switch (report.kind) {
      case "exception":
        if (report.text.startsWith("EvalError")) {
          this.#refuse({ directive: "script-src", blocked: "eval", failed: true }, report.stack);
        } else {
          this.#happened("broken", report.kind, `Uncaught ${report.text}`, report.stack);
        }
        break;
      case "rejection":
        setTimeout(() => {
          if (!this.#handled.has(report.id)) {
            this.#happened("broken", report.kind, `Unhandled rejection: ${report.text}`, report.stack);
          }
        }, LATE_MS);
        break;
      case "handled":
        this.#handled.add(report.id);
        break;
      case "console":
        this.#happened("warning", report.kind, `console.error: ${report.text}`, withoutFirstCall(report.stack));
        break;
      case "blocked":
        this.#blocked(report);
        break;
      case "failed":
        setTimeout(() => this.#failed(report), LATE_MS);
        break;
      case "more":
        break;
    }
  }

  #blocked({ directive, blocked, stack }: Extract<Report, { kind: "blocked" }>): void {
    this.#refused.add(withoutHash(blocked));
    this.#refuse({ directive, blocked, failed: false }, stack);
  }

  #refuse(what: Refused, stack: string): void {
    const cause = this.#watched.refused(what);
    if (cause) {
      this.#health.happened({ ...cause, kind: "blocked", stack });
    }
  }

  // What the policy refuses fails, too; that is told once.
  #failed({ what, address, text }: Extract<Report, { kind: "failed" }>): void {
    const origin = URL.canParse(address) ? new URL(address).origin : "";
    if (!this.#refused.has(withoutHash(address)) && !this.#refused.has(origin)) {
      this.#happened("warning", "failed", `${what} of ${address} failed${text === "" ? "" : `: ${text}`}`, "");
    }
  }

  #happened(level: Level, kind: CauseKind, text: string, stack: string): void {
    if (this.#ended) {
      return;
    }
    this.#health.happened({ level, kind, text, ...(stack === "" ? {} : { stack }) });
  }

  #is(kind: CauseKind, level: Level, text: string, more: Pick<Cause, "fix"> = {}): void {
    this.#health.is(kind, text === "" ? undefined : { kind, level, text, ...more });
  }

  // The end of a slow view's first paint and the beginning of a look may meet, so a finding needs two looks.
  #seen({ shows, detail, pending, loading }: Extract<Report, { kind: "look" }>): void {
    this.#asked = undefined;
    this.#health.is("stuck", undefined);
    const before = this.#before;
    this.#before = { shows, pending, loading };
    const waiting = pending.find(({ address }) => before?.pending.some((one) => one.address === address));
    const isHolding = loading && waiting?.what !== "img" && this.#ready === undefined;
    this.#is(
      "pending",
      isHolding ? "broken" : "warning",
      waiting ? `The ${waiting.what} ${waiting.address || "without an address"} has not arrived` : "",
      { fix: "Its server does not answer. Put what the view needs at its start into the view's own document." },
    );
    if (this.#ready === undefined) {
      return;
    }
    const isFlat = shows === "unseen" && this.#watched.isFlat();
    const [level, text] = blankness(isFlat ? "flat" : shows, detail);
    this.#is("blank", level, before?.shows === shows ? text : "");
    if (shows === "something" && pending.length === 0) {
      this.#done();
    } else if (text !== "" && before?.shows === shows) {
      this.#health.looked();
    }
  }
}

function blankness(shows: Shows | "flat", detail: string): [level: Level, text: string] {
  switch (shows) {
    case "nothing":
      return ["broken", "Nothing is to be seen: the view has no text, image, canvas or control with a size"];
    case "no contrast":
      return ["broken", `Nothing is to be seen: texts have the colour of what is behind them (“${detail.trim()}”)`];
    case "covered":
      return ["broken", "Nothing is to be seen: something opaque is in front of all texts"];
    case "unpainted":
      return ["broken", "Nothing is to be seen: the browser has not painted any text or image of the view"];
    case "flat":
      return ["broken", "Nothing is to be seen: the view has asked for a height of 0 pixels"];
    case "boxes":
      return ["warning", "Only empty boxes are to be seen: no text, image, canvas or control"];
    default:
      return ["warning", ""];
  }
}

function withoutHash(address: string): string {
  return address.replace(/#.*$/, "");
}

// The first call is the reporter's own.
function withoutFirstCall(stack: string): string {
  const lines = stack.split("\n");
  const first = lines.findIndex((line) => /^\s+at /.test(line));
  return [...lines.slice(0, Math.max(first, 0)), ...lines.slice(first + 1)].join("\n");
}
