// Watches a view: takes what the reporter in its document tells, and looks at the view often until it is complete, and
// from time to time afterwards.

import type { Look, Pending, Report, Shows } from "../../../sandbox/web/report.ts";
import type { Refused } from "../violation.ts";
import type { Cause, CauseKind, Health, Level } from "./health.ts";

/** How long after its result a view has to show something. */
const SHOWN_MS = 2000;
/** A view that had shown something may show nothing for this long, for example while it waits for a call. */
const EMPTY_MS = 4000;
/** How long after its start a view may say nothing, and after its document is complete. */
const SILENT_MS = 4000;
const SILENT_COMPLETE_MS = 2000;
/** How long a source may be awaited after a look has found that it is. */
const PENDING_MS = 2500;
const TICK_MS = 250;
/** When a view is looked at first: after its start, unless it has its result before. */
const FIRST_MS = 1000;
/** The pauses between two looks: at first, while something is missing, and when nothing is. */
const QUICK_MS = 500;
const OFTEN_MS = 1000;
const SELDOM_MS = 5000;
/** How long a view is looked at quickly, and often. */
const QUICK_FOR_MS = 10_000;
const OFTEN_FOR_MS = 60_000;
/** How long a view's scripts may run without a pause. */
const STUCK_MS = 4000;
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
  /** Since when something may change: the view has begun, has got its result, or something is missing. */
  #unsettled = 0;
  #settled = false;
  /** Whether it was ever complete. */
  #wasComplete = false;
  #stopped = false;
  /** Whether a look was asked for that has no answer yet, and for how long. */
  #asked = false;
  #unanswered = 0;
  #ticked = 0;
  #last = -Infinity;
  #reports = 0;
  #ended = false;
  /** What the last look has found, and since when looks have found the same. */
  #shows: Shows | "flat" | undefined;
  #showsSince = 0;
  #pendingSince = new Map<string, number>();
  /** When the first look has found that the document is complete. */
  #complete: number | undefined;
  readonly #refused = new Set<string>();
  // Those that may still be handled.
  #rejections: { report: Extract<Report, { kind: "rejection" }>; at: number }[] = [];
  readonly #handled = new Set<number>();

  constructor(health: Health, watched: Watched) {
    this.#health = health;
    this.#watched = watched;
  }

  /** The view's document is being loaded. */
  begin(): void {
    this.#began = this.#ticked = performance.now();
    this.#unsettle(this.#began);
  }

  /** Takes the port of the reporter in the document. Only the first one is known to be its own. */
  connect(port: MessagePort | undefined): void {
    if (this.#port || !port) {
      this.#asked = false; // the document that was asked is gone
      this.#health.is("stuck", undefined);
      this.#stop();
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
    if (this.#ready === undefined) {
      this.#ready = performance.now();
      this.#unsettle(this.#ready);
    }
    this.#health.is("silent", undefined);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#ended = true;
    this.#port?.close();
  }

  #unsettle(now: number): void {
    this.#settled = false;
    this.#unsettled = now;
    this.#next(now);
  }

  #next(now: number): void {
    clearTimeout(this.#timer);
    if (!this.#stopped && !this.#ended) {
      const rests = this.#settled && !this.#asked;
      this.#timer = setTimeout(() => this.#tick(), rests ? Math.max(this.#last + SELDOM_MS - now, TICK_MS) : TICK_MS);
    }
  }

  #tick(): void {
    this.#timer = undefined;
    const now = performance.now();
    // A page that was busy itself, or asleep, knows nothing of the time between.
    const passed = Math.min(now - this.#ticked, 2 * TICK_MS);
    this.#ticked = now;
    this.#reportRejections(now - STUCK_MS);
    if (this.#ready === undefined && now - this.#began >= SILENT_MS && now - (this.#complete ?? now) >= SILENT_COMPLETE_MS) {
      this.#silent();
    }
    if (this.#asked) {
      this.#unanswered += passed;
      if (this.#unanswered > STUCK_MS) {
        this.#is("stuck", "broken", `The view's scripts have not paused for ${STUCK_MS / 1000} seconds`, {
          fix: "Look for a loop without an end. Do long work in steps, or in a worker.",
        });
      }
    } else if (this.#isDue(now)) {
      this.#look(now);
    }
    if (this.#ready !== undefined && now - this.#unsettled >= OFTEN_FOR_MS) {
      this.#health.looked();
    }
    this.#next(now);
  }

  #isDue(now: number): boolean {
    const since = now - this.#unsettled;
    if (this.#ready === undefined && now - this.#began < FIRST_MS) {
      return false;
    }
    const pause = this.#settled || since >= OFTEN_FOR_MS ? SELDOM_MS : since >= QUICK_FOR_MS ? OFTEN_MS : QUICK_MS;
    return now - this.#last >= pause;
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
    this.#last = now;
    if (this.#port) {
      this.#asked = true;
      this.#unanswered = 0;
      this.#port.postMessage(look);
    } else if (this.#ready !== undefined) {
      this.#stop(); // a document of another site, which has no reporter
    }
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#stopped = true;
    this.#health.looked();
  }

  #take(report: Report): void {
    if (report.kind === "look") {
      if (this.#asked) {
        this.#seen(report, performance.now());
      }
      return;
    }
    this.#reports += 1;
    if (this.#reports > MOST_REPORTS) {
      return;
    }
    switch (report.kind) {
      case "exception":
        this.#lookAgain();
        if (report.text.startsWith("EvalError")) {
          this.#refuse({ directive: "script-src", blocked: "eval", failed: true }, report.stack);
        } else {
          this.#happened("broken", report.kind, `Uncaught ${report.text}`, report.stack);
        }
        break;
      case "rejection":
        this.#lookAgain();
        this.#rejections.push({ report, at: performance.now() });
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

  // Some frameworks remove everything after an error.
  #lookAgain(): void {
    if (this.#settled) {
      this.#unsettle(performance.now());
    }
  }

  // Reports rejections that were not handled before a moment. That is when a look was asked for that the view has
  // answered, because a busy view runs its handlers late; if there are no looks, it is a while ago.
  #reportRejections(before: number): void {
    const isDue = ({ at }: { at: number }) => at + LATE_MS <= before;
    for (const { report } of this.#rejections.filter(isDue)) {
      if (!this.#handled.has(report.id)) {
        this.#happened("broken", report.kind, `Unhandled rejection: ${report.text}`, report.stack);
      }
    }
    this.#rejections = this.#rejections.filter((rejection) => !isDue(rejection));
  }

  #seen({ shows: found, detail, pending, loading }: Extract<Report, { kind: "look" }>, now: number): void {
    this.#asked = false;
    this.#reportRejections(this.#last);
    this.#health.is("stuck", undefined);
    if (!loading) {
      this.#complete ??= now;
    }
    this.#awaited(pending, loading, now);
    // The document of a frame without a height has texts with a size all the same.
    const shows = this.#watched.isFlat() ? "flat" : found;
    if (shows !== this.#shows) {
      this.#shows = shows;
      this.#showsSince = now;
    }
    if (this.#ready === undefined) {
      return;
    }
    const [level, text] = blankness(shows, detail);
    // The end of a slow view's first paint and the beginning of a look may meet, so a finding needs two looks.
    const lasts = now - this.#showsSince;
    const isBlank = now - this.#ready >= SHOWN_MS && lasts >= (this.#wasComplete ? EMPTY_MS : TICK_MS);
    this.#is("blank", level, isBlank ? text : "");
    if (shows === "something" && pending.length === 0) {
      if (now - this.#ready >= SHOWN_MS) {
        this.#settled = this.#wasComplete = true;
        this.#health.looked();
      }
    } else if (this.#settled) {
      this.#unsettle(now);
    } else if (text !== "" && isBlank) {
      this.#health.looked();
    }
  }

  #awaited(pending: Pending[], loading: boolean, now: number): void {
    this.#pendingSince = new Map(pending.map(({ address }) => [address, this.#pendingSince.get(address) ?? now]));
    const late = pending.filter(({ address }) => now - (this.#pendingSince.get(address) ?? now) >= PENDING_MS);
    const holding = loading && this.#ready === undefined ? late.find(({ what }) => what === "script" || what === "stylesheet") : undefined;
    const one = holding ?? late[0];
    const text = one ? `The ${one.what} ${one.address || "without an address"} has not arrived` : "";
    this.#is("pending", holding ? "broken" : "warning", text, { fix: one?.what === "fetch" || one?.what === "XMLHttpRequest" ? UNANSWERED : UNSENT });
  }
}

const UNSENT = "Its server does not answer. Put what the view needs at its start into the view's own document.";
const UNANSWERED = "Its server has sent no headers. Nothing is wrong if it answers only when there is news.";

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
