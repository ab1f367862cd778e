// The outer frame of a view: the sandbox proxy's page, on another origin. All messages of the view arrive through it,
// except those of the dev client in a document that was a standby: they have their own port.

import { messageSize } from "../../../../../view/src/host/messagesize.ts";
import { TOOL_PENDING } from "../../../../../view/src/host/protocol.ts";
import { Meter, limits } from "../../../sandbox/web/meter.ts";
import type { Kind } from "../../../sandbox/web/meter.ts";
import type { Look } from "../../../sandbox/web/report.ts";
import type { Json, Placed } from "../wire.ts";
import { isRecord } from "../wire.ts";
import { FocusGuard } from "./focus.ts";
import { Health } from "./health.ts";
import type { Cause } from "./health.ts";
import { Watch } from "./watch.ts";
import type { Watched } from "./watch.ts";

export const READY_MS = 10_000;
/** In UTF-16 units of JSON. It is large, because the files that a view offers are in one message. */
export const MESSAGE_LIMIT = 16 * 1024 * 1024;
const SANDBOX = "ui/notifications/sandbox-";
const FLOODED = "flooded";
const UNREADABLE = "sent a message that is nested too deeply to be read";
/** How many messages past the proxy are tolerated; a few may be a mistake. */
const MOST_STRAYS = 500;
const MOST_THEFTS = 10;

/** Why the page has ended a view. */
export interface Cut {
  /** What it did, as the end of a sentence that begins with "It"; empty if the reason is enough. */
  did: string;
  fix: string;
}

export type FrameStatus = "loading" | "ready" | "error";

export interface FrameEvents {
  /** A message from the view, within the limits. */
  message(data: unknown): void;
  loaded(): void;
  /** Handles a message of the dev client, and returns whether it was one. Others go to the protocol and the timeline. */
  own?(data: unknown): boolean;
  violation(params: Json): void;
  /** The view offered a download with this name, which its frame does not allow. */
  downloadBlocked(name: string): void;
  /** Called for every message, for the timeline. */
  traffic(direction: "out" | "in", data: unknown, bytes: number): void;
  status(status: FrameStatus, reason: string, cut?: Cut): void;
  /** The view or another frame of the page did something that is not allowed, without effect. */
  stranger(what: string): void;
  /** The connection to the view was closed for good. */
  cutOff(): void;
  /** What has not happened yet, for the message after a timeout; not called while the proxy is missing. */
  waiting(): string;
  /** Describes what the content security policy refused; undefined if it is harmless. */
  refused: Watched["refused"];
  /** The state of the view's health has changed. */
  health(): void;
  /** Something is wrong with the view. */
  foundWrong(cause: Cause): void;
}

export class ViewFrame {
  readonly element: HTMLIFrameElement;
  readonly health: Health;
  readonly #events: FrameEvents;
  readonly #watch: Watch;
  #view: Placed | undefined;
  /** The document is a standby: it is empty, and waits for another document to be written into it. */
  #isStandby = false;
  #onStandby: () => void = () => undefined;
  /** Connects to the standby document, and later to its dev client. */
  #port: MessagePort | undefined;
  readonly #portMessages = new Meter(limits.count, performance.now());
  readonly #portBytes = new Meter(limits.bytes, performance.now());
  #stage: "asked" | "proxy" | "document" | "loaded" = "asked";
  #final = false;
  #strayCount = 0;
  #focusThefts = 0;
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
    this.health = new Health(this.element, { changed: () => events.health(), found: (cause) => events.foundWrong(cause) });
    this.#watch = new Watch(this.health, {
      waiting: () => this.#missing(),
      refused: events.refused,
      look: () => this.#look(),
      isFlat: () => this.element.clientHeight === 0 && this.element.clientWidth > 0,
    });
    this.#status("loading", "");
    this.#deadline = this.#startTimeout();
    addEventListener("message", this.#listener);
    addEventListener("messageerror", this.#unreadable);
  }

  get document(): string | undefined {
    return this.#view?.document;
  }

  /** Loads the proxy. The element must be in the page. */
  open(view: Placed): void {
    if (this.#final) {
      return;
    }
    this.#view = view;
    this.#stage = "proxy";
    // An inner frame can't have permissions that the outer one lacks.
    this.element.setAttribute("sandbox", withFlags(view.sandbox, ["allow-scripts", "allow-same-origin"]));
    this.element.setAttribute("allow", view.allow);
    this.element.referrerPolicy = "no-referrer";
    this.element.src = view.proxy;
    if (!this.#isStandby) {
      this.#watch.begin();
    }
  }

  /** Loads a standby document; `ready` is called when it can be written. */
  standBy(placed: Placed, ready: () => void): void {
    clearTimeout(this.#deadline);
    this.#isStandby = true;
    this.#onStandby = ready;
    this.open(placed);
  }

  /** Starts the timeout, because the standby document is used from now on. */
  startTimer(): void {
    this.#deadline = this.#startTimeout();
  }

  /** Writes a document into the standby, with the state that its dev client restores. */
  write(view: Placed, text: string, restore: Json | undefined): void {
    if (this.#final) {
      return;
    }
    this.#view = view;
    this.#isStandby = false;
    clearTimeout(this.#deadline);
    this.#deadline = this.#startTimeout();
    this.#port?.postMessage({ text, restore });
    this.#watch.begin();
  }

  send(message: Json): void {
    if (!this.#view || this.#final) {
      return;
    }
    this.#events.traffic("out", message, messageSize(message, Number.MAX_SAFE_INTEGER));
    this.element.contentWindow?.postMessage(message, this.#view.proxyOrigin);
  }

  /** Sends a message to the dev client, through its port if there is one. */
  sendOwn(message: Json): void {
    if (this.#port) {
      this.#port.postMessage(message);
    } else {
      this.sendOwnInTurn(message);
    }
  }

  /** Sends a message to the dev client, in order with other messages and events for the frame, such as the focus. */
  sendOwnInTurn(message: Json): void {
    if (this.#view && !this.#final) {
      this.element.contentWindow?.postMessage(message, this.#view.proxyOrigin);
    }
  }

  ready(): void {
    if (!this.#final && this.element.dataset["status"] !== "ready") {
      clearTimeout(this.#deadline);
      this.#watch.ready();
      this.#status("ready", "");
    }
  }

  /** The tool has answered. If the view waited only for that, its timeout starts now. */
  answered(): void {
    if (this.#awaitsTool && !this.#final && this.element.dataset["status"] === "loading") {
      this.#awaitsTool = false;
      this.#deadline = this.#startTimeout();
    }
  }

  /** Reports an error. The view can still become ready later. */
  fail(reason: string, cut?: Cut): void {
    if (!this.#final) {
      clearTimeout(this.#deadline);
      this.#status("error", reason, cut);
    }
  }

  /** Closes the connection to the view and stops its scripts, for good. */
  cutOff(reason: string, cut: Cut = { did: reason, fix: "" }): void {
    this.fail(reason, cut);
    this.#end();
    this.#events.cutOff();
    // Unlike a new src, this leaves no entry in the tab's history.
    this.element.contentWindow?.location.replace("about:blank");
  }

  /** Removes the frame from the page. */
  remove(): void {
    this.#end();
    this.element.remove();
  }

  #end(): void {
    this.#final = true;
    this.#watch.end();
    this.#closePort();
    clearTimeout(this.#deadline);
    removeEventListener("message", this.#listener);
    removeEventListener("messageerror", this.#unreadable);
    this.#guard.end();
  }

  // The view is not at fault while the tool has not answered.
  #startTimeout(): ReturnType<typeof setTimeout> {
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
    this.#focusThefts += 1;
    if (this.#focusThefts > MOST_THEFTS) {
      this.cutOff("took the keyboard again and again");
    } else if (this.#focusThefts === 1) {
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
      this.#sandbox(method.slice(SANDBOX.length), paramsOf(data), this.#view, event.ports);
      return;
    }
    if (this.#isStandby) {
      const [port] = event.ports;
      if (method === "oriel/dev/standby" && port && !this.#port) {
        this.#port = port;
        port.onmessage = ({ data }) => this.#portMessage(data);
        port.onmessageerror = () => this.cutOff(UNREADABLE);
        this.#onStandby();
      }
      return;
    }
    if (method === "" && this.#events.own?.(data) === true) {
      return;
    }
    this.#events.traffic("in", data, size);
    if (method === "oriel/csp-violation") {
      this.#events.violation(paramsOf(data));
    } else if (method === "oriel/download-blocked") {
      const { name } = paramsOf(data);
      this.#events.downloadBlocked(typeof name === "string" ? name : "");
    } else if (method === "oriel/stranger") {
      this.#events.stranger(`was sent a message by another frame, ${originOf(data)}; it was blocked`);
    } else {
      this.#events.message(data);
    }
  }

  // These messages bypass the proxy and its limits, so the limits are checked here.
  #portMessage(data: unknown): void {
    const size = this.#admitted(data);
    if (size === undefined) {
      return;
    }
    const now = performance.now();
    if (!this.#portMessages.take(1, now)) {
      this.#flooded("count");
    } else if (!this.#portBytes.take(size, now)) {
      this.#flooded("bytes");
    } else {
      this.#events.own?.(data);
    }
  }

  #closePort(): void {
    this.#port?.close();
    this.#port = undefined;
  }

  #flooded(kind: Kind): void {
    this.cutOff(FLOODED, floods[kind]);
  }

  /** The size of a message within the limit; one beyond it ends the view. */
  #admitted(data: unknown): number | undefined {
    if (this.#final) {
      return undefined;
    }
    const size = messageSize(data, MESSAGE_LIMIT);
    if (size <= MESSAGE_LIMIT) {
      return size;
    }
    this.cutOff(
      size === Infinity
        ? "sent a message that is not JSON"
        : `sent a message of more than ${MESSAGE_LIMIT / 1024 / 1024} MiB`,
    );
    return undefined;
  }

  // Frames inside this one can post messages to the page's window, bypassing the proxy and its limits.
  #stray({ source }: MessageEvent): void {
    if (this.#final || source === this.element.contentWindow || !isInside(source, this.element.contentWindow)) {
      return;
    }
    this.#strayCount += 1;
    if (this.#strayCount > MOST_STRAYS) {
      const did = `sent more than ${MOST_STRAYS} messages to the workbench's own window`;
      this.cutOff(FLOODED, { did, fix: "Post to parent only, and look for a loop that posts all the time." });
    } else if (this.#strayCount === 1) {
      this.#events.stranger("sent messages to the workbench's own window instead of its host; they were ignored");
    }
  }

  #sandbox(name: string, sent: Json, view: Placed, ports: readonly MessagePort[]): void {
    if (name === "proxy-ready") {
      this.#stage = "document";
      const order = { url: view.document, sandbox: view.sandbox, allow: view.allow, origin: view.documentOrigin };
      this.element.contentWindow?.postMessage(
        { jsonrpc: "2.0", method: `${SANDBOX}resource-ready`, params: order },
        view.proxyOrigin,
      );
    } else if (name === "document-loaded") {
      if (!this.#isStandby) {
        if (this.#stage === "loaded") {
          this.#closePort(); // a view that reloads itself does not have the port
        }
        this.#stage = "loaded";
        this.#events.loaded();
      }
    } else if (name === "refused") {
      const reason = typeof sent["reason"] === "string" ? sent["reason"] : "no reason given";
      this.cutOff(`the sandbox refused: ${reason}`, { did: "", fix: "" });
    } else if (name === "overflow") {
      this.#flooded(sent["kind"] === "bytes" ? "bytes" : "count");
    } else if (name === "reporter") {
      // A page of another site has no reporter, but can forge this message.
      if (!view.external) {
        this.#watch.connect(ports[0]);
      }
    } else if (name === "stranger") {
      const { origin, count } = sent;
      this.#events.stranger(
        `was on a page with ${String(origin)}, which sent its sandbox ${String(count)} messages; they were ignored`,
      );
    }
  }

  // What is behind the frame, for the reporter: only in the page it is known.
  #look(): Look | undefined {
    if (document.hidden || !this.element.checkVisibility({ visibilityProperty: true })) {
      return undefined;
    }
    for (let at: HTMLElement | null = this.element; at; at = at.parentElement) {
      const background = getComputedStyle(at).backgroundColor;
      if (!/^(transparent|rgba\(0, 0, 0, 0\))$/.test(background)) {
        return { background, theme: this.element.style.colorScheme };
      }
    }
    return { background: "transparent", theme: this.element.style.colorScheme };
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
    this.health.status(status, reason, this.#final || cut !== undefined);
    this.#events.status(status, reason, cut);
  }
}

const floods: Record<Kind, Cut> = {
  bytes: {
    did: `sent more than ${limits.bytes.perSecond / 1024 / 1024} MiB a second for too long`,
    fix: "Send what has changed instead of everything each time, and less often.",
  },
  count: {
    did: `sent more than ${limits.count.perSecond} messages a second`,
    fix: "Look for a loop that posts on every frame or resize.",
  },
};

/** Whether a window is somewhere inside a frame's. */
function isInside(source: MessageEventSource | null, frame: Window | null): boolean {
  if (source === null || !("parent" in source)) {
    return false;
  }
  // The window of a removed frame has no parent.
  let window: Window | null = source;
  while (window && window !== frame && window !== window.parent) {
    window = window.parent;
  }
  return window !== null && window === frame;
}

function originOf(data: unknown): string {
  const { origin } = paramsOf(data);
  return typeof origin === "string" ? origin.slice(0, 200) : "of unknown origin";
}

function paramsOf(data: unknown): Json {
  return isRecord(data) && isRecord(data["params"]) ? data["params"] : {};
}

function withFlags(sandbox: string, flags: string[]): string {
  return [...new Set([...sandbox.split(/\s+/).filter((flag) => flag !== ""), ...flags])].join(" ");
}
