// The outer frame of a view: the sandbox proxy's page, on another origin, and
// the only door through which the view's messages come in. A document that stood by has a
// line of its own, for the dev client in it alone.

import { Meter, proxyRates } from "../../../sandbox/web/meter.ts";
import type { Json, Placed } from "../wire.ts";
import { isRecord } from "../wire.ts";
import { FocusGuard } from "./focus.ts";
import { TOOL_PENDING } from "./protocol.ts";
import { MESSAGE_LIMIT, MESSAGE_RATE, messageSize } from "./limiter.ts";

export const READY_MS = 10_000;
const SANDBOX = "ui/notifications/sandbox-";
const FLOODED = "flooded";
const UNREADABLE = "sent a message that is nested too deeply to be read";
/** Messages past the sandbox: at most so many, a few may be a mistake. */
const MOST_STRAYS = 500;
const MOST_THEFTS = 10;

/** Why a view was ended by the page. */
export interface Cut {
  /** What it did, as the end of a sentence that begins with "The view"; empty where the reason says it all. */
  did: string;
  fix: string;
}

export type FrameStatus = "loading" | "ready" | "error";

export interface FrameEvents {
  /** A message from the view, within the limits. */
  message(data: unknown): void;
  loaded(): void;
  /** Whether a message is for the page alone; it is not the protocol's, nor for the timeline. */
  own?(data: unknown): boolean;
  violation(params: Json): void;
  /** Every message that passes, for the timeline. */
  traffic(direction: "out" | "in", data: unknown, bytes: number): void;
  status(status: FrameStatus, reason: string, cut?: Cut): void;
  /** The view, or a neighbour of it, did what none should; it came to nothing. */
  stranger(what: string): void;
  /** All talk with the view has ended, for good. */
  cutOff(): void;
  /** What is still waited for, once the proxy is there or before a view is opened. */
  waiting(): string;
}

export class ViewFrame {
  readonly element: HTMLIFrameElement;
  readonly #events: FrameEvents;
  #view: Placed | undefined;
  /** The document waits to become another one; what it says is not a view's. */
  #standing = false;
  #stoodBy: () => void = () => undefined;
  /** Leads to the document that stands by, and later to its dev client. */
  #line: MessagePort | undefined;
  readonly #lineBytes = new Meter(proxyRates.bytes, performance.now());
  readonly #meter = new Meter(MESSAGE_RATE, performance.now());
  #stage: "asked" | "proxy" | "document" | "loaded" = "asked";
  #final = false;
  #strays = 0;
  #thefts = 0;
  readonly #guard: FocusGuard;
  #awaitsTool = false;
  #deadline: ReturnType<typeof setTimeout>;
  readonly #listener = (event: MessageEvent) => this.#received(event);
  readonly #unreadable = ({ source }: MessageEvent) => {
    if (source !== null && source === this.element.contentWindow) {
      this.cutOff(UNREADABLE);
    }
  };

  constructor(profile: string, title: string, events: FrameEvents) {
    this.#events = events;
    this.element = document.createElement("iframe");
    this.element.className = "view-frame";
    this.element.title = title;
    this.element.dataset["testid"] = "view";
    this.element.dataset["profile"] = profile;
    this.#guard = new FocusGuard(this.element, () => this.#stolen());
    this.#status("loading", "");
    this.#deadline = this.#patience();
    addEventListener("message", this.#listener);
    addEventListener("messageerror", this.#unreadable);
  }

  get document(): string | undefined {
    return this.#view?.document;
  }

  /** Loads the proxy; the element must be in the page by now. */
  open(view: Placed): void {
    if (this.#final) {
      return;
    }
    this.#view = view;
    this.#stage = "proxy";
    // An inner frame can't have what the outer one lacks.
    this.element.setAttribute("sandbox", withFlags(view.sandbox, ["allow-scripts", "allow-same-origin"]));
    this.element.setAttribute("allow", view.allow);
    this.element.referrerPolicy = "no-referrer";
    this.element.src = view.proxy;
  }

  /** Loads a document that stands by; `ready` is called when it can be written. */
  standBy(placed: Placed, ready: () => void): void {
    clearTimeout(this.#deadline);
    this.#standing = true;
    this.#stoodBy = ready;
    this.open(placed);
  }

  /** Somebody waits for the document that stands by to become another one. */
  awaited(): void {
    this.#deadline = this.#patience();
  }

  /** Makes the document that stands by another one, with what its dev client is to bring back. */
  write(view: Placed, text: string, restore: Json | undefined): void {
    if (this.#final) {
      return;
    }
    this.#view = view;
    this.#standing = false;
    clearTimeout(this.#deadline);
    this.#deadline = this.#patience();
    this.#line?.postMessage({ text, restore });
  }

  send(message: Json): void {
    if (!this.#view || this.#final) {
      return;
    }
    this.#events.traffic("out", message, messageSize(message, Number.MAX_SAFE_INTEGER));
    this.element.contentWindow?.postMessage(message, this.#view.proxyOrigin);
  }

  /** Sends what no host would, the shortest way. */
  sendOwn(message: Json): void {
    if (this.#line) {
      this.#line.postMessage(message);
    } else {
      this.sendOwnInTurn(message);
    }
  }

  /** Sends what no host would, behind all that went to the frame before, such as the keyboard. */
  sendOwnInTurn(message: Json): void {
    if (this.#view && !this.#final) {
      this.element.contentWindow?.postMessage(message, this.#view.proxyOrigin);
    }
  }

  ready(): void {
    if (!this.#final && this.element.dataset["status"] !== "ready") {
      clearTimeout(this.#deadline);
      this.#status("ready", "");
    }
  }

  /** The tool has answered; a view that waited for nothing else has its time from now on. */
  answered(): void {
    if (this.#awaitsTool && !this.#final && this.element.dataset["status"] === "loading") {
      this.#awaitsTool = false;
      this.#deadline = this.#patience();
    }
  }

  /** Reports an error; a view that comes round later still becomes ready. */
  fail(reason: string, cut?: Cut): void {
    if (!this.#final) {
      clearTimeout(this.#deadline);
      this.#status("error", reason, cut);
    }
  }

  /** Ends all talk with the view and stops its scripts, for good. */
  cutOff(reason: string, cut: Cut = { did: reason, fix: "" }): void {
    this.fail(reason, cut);
    this.#end();
    this.#events.cutOff();
    // Unlike a new src, this leaves no entry in the tab's history.
    this.element.contentWindow?.location.replace("about:blank");
  }

  /** Takes the frame out of the page. */
  remove(): void {
    this.#end();
    this.element.remove();
  }

  #end(): void {
    this.#final = true;
    this.#hangUp();
    clearTimeout(this.#deadline);
    removeEventListener("message", this.#listener);
    removeEventListener("messageerror", this.#unreadable);
    this.#guard.end();
  }

  // A tool may take its time; that is no fault of the view.
  #patience(): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      const reason = this.#missing();
      this.#awaitsTool = reason === TOOL_PENDING;
      if (this.#awaitsTool) {
        this.#status("loading", reason);
      } else {
        this.fail(reason);
      }
    }, READY_MS);
  }

  #stolen(): void {
    this.#thefts += 1;
    if (this.#thefts > MOST_THEFTS) {
      this.cutOff("took the keyboard again and again");
    } else if (this.#thefts === 1) {
      this.#events.stranger("took the keyboard while you were typing; it was given back");
    }
  }

  #received(event: MessageEvent): void {
    if (
      event.source === null ||
      event.source !== this.element.contentWindow ||
      event.origin !== this.#view?.proxyOrigin
    ) {
      this.#stray(event);
      return;
    }
    const data: unknown = event.data;
    const size = this.#admitted(data);
    if (size === undefined) {
      return;
    }
    const method = isRecord(data) && typeof data["method"] === "string" ? data["method"] : "";
    if (method.startsWith(SANDBOX)) {
      this.#sandbox(method.slice(SANDBOX.length), paramsOf(data), this.#view);
      return;
    }
    if (this.#standing) {
      const [line] = event.ports;
      if (method === "oriel/dev/standby" && line && !this.#line) {
        this.#line = line;
        line.onmessage = ({ data }) => this.#answered(data);
        line.onmessageerror = () => this.cutOff(UNREADABLE);
        this.#stoodBy();
      }
      return;
    }
    if (method === "" && this.#events.own?.(data) === true) {
      return;
    }
    this.#events.traffic("in", data, size);
    if (method === "oriel/csp-violation") {
      this.#events.violation(paramsOf(data));
    } else if (method === "oriel/stranger") {
      this.#events.stranger(`was sent a message by ${originOf(data)}, a neighbour; it did not arrive`);
    } else {
      this.#events.message(data);
    }
  }

  // What comes this way has not passed through the proxy, which bounds it otherwise.
  #answered(data: unknown): void {
    const size = this.#admitted(data);
    if (size === undefined) {
      return;
    }
    if (this.#lineBytes.take(size, performance.now())) {
      this.#events.own?.(data);
    } else {
      this.cutOff(FLOODED, TOO_MUCH);
    }
  }

  #hangUp(): void {
    this.#line?.close();
    this.#line = undefined;
  }

  /** The size of a message within the limits; one beyond them ends the view. */
  #admitted(data: unknown): number | undefined {
    if (this.#final) {
      return undefined;
    }
    if (!this.#meter.take(1, performance.now())) {
      this.cutOff(FLOODED, tooMany(MESSAGE_RATE.perSecond));
      return undefined;
    }
    const size = messageSize(data);
    if (size <= MESSAGE_LIMIT) {
      return size;
    }
    this.cutOff(
      size === Infinity
        ? "sent a message that is no JSON"
        : `sent a message of more than ${MESSAGE_LIMIT / 1024 / 1024} MiB`,
    );
    return undefined;
  }

  // What is inside this frame may find the page's window, and post to it past
  // the sandbox and its limits.
  #stray({ source }: MessageEvent): void {
    if (this.#final || source === this.element.contentWindow || !isInside(source, this.element.contentWindow)) {
      return;
    }
    this.#strays += 1;
    if (this.#strays > MOST_STRAYS) {
      const did = `sent more than ${MOST_STRAYS} messages to the workbench's own window`;
      this.cutOff(FLOODED, { did, fix: "Post to parent only, and look for a loop that posts all the time." });
    } else if (this.#strays === 1) {
      this.#events.stranger("sent messages to the workbench's own window, past its host; nobody listens there");
    }
  }

  #sandbox(name: string, sent: Json, view: Placed): void {
    if (name === "proxy-ready") {
      this.#stage = "document";
      const order = { url: view.document, sandbox: view.sandbox, allow: view.allow, origin: view.documentOrigin };
      this.element.contentWindow?.postMessage(
        { jsonrpc: "2.0", method: `${SANDBOX}resource-ready`, params: order },
        view.proxyOrigin,
      );
    } else if (name === "document-loaded") {
      if (!this.#standing) {
        if (this.#stage === "loaded") {
          this.#hangUp(); // a view that loads itself anew does not have the line
        }
        this.#stage = "loaded";
        this.#events.loaded();
      }
    } else if (name === "refused") {
      const reason = typeof sent["reason"] === "string" ? sent["reason"] : "no reason given";
      this.cutOff(`the sandbox refused: ${reason}`, { did: "", fix: "" });
    } else if (name === "overflow") {
      this.cutOff(FLOODED, sent["kind"] === "bytes" ? TOO_MUCH : tooMany(proxyRates.count.perSecond));
    } else if (name === "stranger") {
      const { origin, count } = sent;
      this.#events.stranger(
        `has a neighbour, ${String(origin)}, that sent its sandbox ${String(count)} messages; they were ignored`,
      );
    }
  }

  #missing(): string {
    switch (this.#stage) {
      case "proxy":
        return "the sandbox did not start; this browser may not resolve *.localhost names";
      default:
        return this.#events.waiting();
    }
  }

  #status(status: FrameStatus, reason: string, cut?: Cut): void {
    this.element.dataset["status"] = status;
    this.element.dataset["reason"] = reason;
    this.#events.status(status, reason, cut);
  }
}

const TOO_MUCH: Cut = {
  did: `sent more than ${proxyRates.bytes.perSecond / 1024 / 1024} MiB a second for too long`,
  fix: "Send what has changed instead of everything each time, and less often.",
};

function tooMany(perSecond: number): Cut {
  return {
    did: `sent more than ${perSecond} messages a second`,
    fix: "Look for a loop that posts on every frame or resize.",
  };
}

/** Whether a window is somewhere inside a frame's. */
function isInside(source: MessageEventSource | null, frame: Window | null): boolean {
  if (source === null || !("parent" in source)) {
    return false;
  }
  // The window of a frame that was taken away has no parent.
  let window: Window | null = source;
  while (window && window !== frame && window !== window.parent) {
    window = window.parent;
  }
  return window !== null && window === frame;
}

function originOf(data: unknown): string {
  const { origin } = paramsOf(data);
  return typeof origin === "string" ? origin.slice(0, 200) : "somebody";
}

function paramsOf(data: unknown): Json {
  return isRecord(data) && isRecord(data["params"]) ? data["params"] : {};
}

function withFlags(sandbox: string, flags: string[]): string {
  return [...new Set([...sandbox.split(/\s+/).filter((flag) => flag !== ""), ...flags])].join(" ");
}
