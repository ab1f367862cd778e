// What is known to be wrong with a view, apart from its protocol: the worst of it is data-health on the view's frame.

import type { FrameStatus } from "./frame.ts";

/** "broken" is what a view was meant to do and did not; "warning" what it may cope with. */
export type Level = "warning" | "broken";

/** The kinds of causes. They are stable: oriel dev --json has them. */
export type CauseKind =
  | "exception"
  | "rejection"
  | "console"
  | "blocked"
  | "failed"
  | "pending"
  | "blank"
  | "silent"
  | "stuck"
  | "message"
  | "resize"
  | "reload";

/** A place in a source file. */
export interface SourcePlace {
  file: string;
  line: number;
  column: number;
  /** The lines around it. */
  excerpt?: string;
}

export interface Cause {
  level: Level;
  kind: CauseKind;
  /** What is wrong, without a full stop. */
  text: string;
  /** How to correct it: sentences. */
  fix?: string;
  /** A line of Go to add. */
  code?: string;
  /** The calls that led to it, as the browser writes them. */
  stack?: string;
  /** The innermost place in the view's sources. */
  place?: SourcePlace;
}

export interface HealthState {
  /** Undefined until the view was looked at, unless something is wrong before. */
  health: Level | "ok" | undefined;
  /** The worst first. */
  causes: readonly Cause[];
  /** How many more causes there were than are kept. */
  more: number;
}

export interface HealthEvents {
  changed(): void;
  /** Something is wrong that was not before. */
  found(cause: Cause): void;
}

/** More are counted only. */
const MOST_CAUSES = 12;

export class Health {
  readonly #element: Pick<HTMLElement, "dataset">;
  readonly #events: HealthEvents;
  /** What has happened, which can't be undone. */
  readonly #happened: Cause[] = [];
  /** How things are, by kind; they can get better. */
  readonly #present = new Map<CauseKind, Cause>();
  readonly #found = new Set<string>();
  #more = 0;
  #looked = false;
  #status: FrameStatus = "loading";
  #statusReason = "";
  #isCut = false;

  constructor(element: Pick<HTMLElement, "dataset">, events: HealthEvents) {
    this.#element = element;
    this.#events = events;
  }

  get state(): HealthState {
    const all = [...this.#happened, ...this.#present.values()];
    const causes = [...all.filter(({ level }) => level === "broken"), ...all.filter(({ level }) => level === "warning")];
    const worst = this.#status === "error" ? "broken" : causes[0]?.level;
    return { health: worst ?? (this.#looked ? "ok" : undefined), causes, more: this.#more };
  }

  /** The protocol's status. A view that was cut off has no other reason than that. */
  status(status: FrameStatus, reason: string, isCut: boolean): void {
    this.#status = status;
    this.#statusReason = reason;
    this.#isCut = isCut;
    this.#render();
  }

  /** The view was looked at, whatever was found. */
  looked(): void {
    if (!this.#looked) {
      this.#looked = true;
      this.#render();
    }
  }

  /** Adds something that has happened. A repetition adds nothing. */
  happened(cause: Cause): void {
    if (this.#happened.some(({ kind, text }) => kind === cause.kind && text === cause.text)) {
      return;
    }
    if (this.#happened.length >= MOST_CAUSES) {
      this.#more += 1;
      // What is broken must not be hidden behind warnings.
      const warning = this.#happened.findLastIndex(({ level }) => level === "warning");
      if (cause.level === "warning" || warning < 0) {
        this.#render();
        return;
      }
      this.#happened.splice(warning, 1);
    }
    this.#happened.push(cause);
    this.#tell(cause);
  }

  /** Says how things of this kind are now; undefined is well. */
  is(kind: CauseKind, cause: Cause | undefined): void {
    if (this.#present.get(kind)?.text === cause?.text) {
      return;
    }
    if (cause) {
      this.#present.set(kind, cause);
      this.#tell(cause);
    } else {
      this.#present.delete(kind);
      this.#render();
    }
  }

  /** Adds the place in the sources. */
  place(cause: Cause, place: SourcePlace): void {
    cause.place = place;
    this.#render();
  }

  #tell(cause: Cause): void {
    this.#render();
    const key = `${cause.kind} ${cause.text}`;
    if (!this.#found.has(key)) {
      this.#found.add(key);
      this.#events.found(cause);
    }
  }

  #render(): void {
    const { health, causes } = this.state;
    const { dataset } = this.#element;
    if (health === undefined) {
      delete dataset["health"];
    } else {
      dataset["health"] = health;
    }
    const [first] = causes;
    const parts = first && !this.#isCut ? [withPlace(first), this.#statusReason] : [this.#statusReason];
    dataset["reason"] = parts.filter((part, at) => part !== "" && !(at > 0 && parts[0]?.includes(part))).join("; ");
    this.#events.changed();
  }
}

/** What is wrong, and where. */
export function withPlace({ text, place }: Cause): string {
  return place ? `${text} (${placeText(place)})` : text;
}

export function placeText({ file, line, column }: SourcePlace): string {
  return [file, line, line ? column : 0].filter(Boolean).join(":");
}
