// The outer frame of a view: the sandbox proxy's page, on another origin, and
// the only door through which the view's messages come in.

import type { Json, ViewDocument } from "../wire.ts";
import { isRecord } from "../wire.ts";
import { MESSAGE_BURST, MESSAGE_LIMIT, MESSAGES_PER_SECOND, messageSize, TokenBucket } from "./limiter.ts";

export const READY_MS = 10_000;
const SANDBOX = "ui/notifications/sandbox-";
const FLOODED = "flooded";

export type FrameStatus = "loading" | "ready" | "error";

export interface FrameEvents {
  /** A message from the view, within the limits. */
  message(data: unknown): void;
  loaded(): void;
  violation(params: Json): void;
  /** Every message that passes, for the timeline. */
  traffic(direction: "out" | "in", data: unknown, bytes: number): void;
  status(status: FrameStatus, reason: string): void;
  /** What the protocol still waits for. */
  waiting(): string;
}

export class ViewFrame {
  readonly element: HTMLIFrameElement;
  readonly #events: FrameEvents;
  #view: ViewDocument | undefined;
  #bucket = new TokenBucket(MESSAGES_PER_SECOND, MESSAGE_BURST, performance.now());
  #stage: "asked" | "proxy" | "document" | "loaded" = "asked";
  #final = false;
  readonly #deadline: ReturnType<typeof setTimeout>;
  readonly #listener = (event: MessageEvent) => this.#received(event);

  constructor(profile: string, title: string, events: FrameEvents) {
    this.#events = events;
    this.element = document.createElement("iframe");
    this.element.className = "view-frame";
    this.element.title = title;
    this.element.dataset["testid"] = "view";
    this.element.dataset["profile"] = profile;
    this.#status("loading", "");
    this.#deadline = setTimeout(() => this.fail(this.#missing()), READY_MS);
    addEventListener("message", this.#listener);
  }

  get document(): string | undefined {
    return this.#view?.document;
  }

  /** Loads the proxy; the element must be in the page by now. */
  open(view: ViewDocument): void {
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

  send(message: Json): void {
    if (!this.#view || this.#final) {
      return;
    }
    this.#events.traffic("out", message, messageSize(message));
    this.element.contentWindow?.postMessage(message, this.#view.proxyOrigin);
  }

  ready(): void {
    if (!this.#final && this.element.dataset["status"] !== "ready") {
      clearTimeout(this.#deadline);
      this.#status("ready", "");
    }
  }

  /** Reports an error; a view that comes round later still becomes ready. */
  fail(reason: string): void {
    if (!this.#final) {
      clearTimeout(this.#deadline);
      this.#status("error", reason);
    }
  }

  /** Ends all talk with the view and stops its scripts, for good. */
  cutOff(reason: string): void {
    this.fail(reason);
    this.#end();
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
    clearTimeout(this.#deadline);
    removeEventListener("message", this.#listener);
  }

  #received(event: MessageEvent): void {
    if (
      event.source === null ||
      event.source !== this.element.contentWindow ||
      event.origin !== this.#view?.proxyOrigin
    ) {
      return;
    }
    if (!this.#bucket.take(performance.now())) {
      this.cutOff(FLOODED);
      return;
    }
    const size = messageSize(event.data);
    if (size > MESSAGE_LIMIT) {
      this.cutOff(
        size === Infinity
          ? "sent a message that is no JSON"
          : `sent a message of ${Math.round(size / 1024 / 1024)} MiB; the limit is 4`,
      );
      return;
    }
    const data: unknown = event.data;
    const method = isRecord(data) && typeof data["method"] === "string" ? data["method"] : "";
    if (method.startsWith(SANDBOX)) {
      this.#sandbox(method.slice(SANDBOX.length), paramsOf(data), this.#view);
      return;
    }
    this.#events.traffic("in", data, size);
    if (method === "oriel/csp-violation") {
      this.#events.violation(paramsOf(data));
    } else {
      this.#events.message(data);
    }
  }

  #sandbox(name: string, sent: Json, view: ViewDocument): void {
    if (name === "proxy-ready") {
      this.#stage = "document";
      const order = { url: view.document, sandbox: view.sandbox, allow: view.allow, origin: view.documentOrigin };
      this.element.contentWindow?.postMessage(
        { jsonrpc: "2.0", method: `${SANDBOX}resource-ready`, params: order },
        view.proxyOrigin,
      );
    } else if (name === "document-loaded") {
      this.#stage = "loaded";
      this.#events.loaded();
    } else if (name === "refused") {
      this.cutOff(`the sandbox refused: ${typeof sent["reason"] === "string" ? sent["reason"] : "no reason given"}`);
    } else if (name === "overflow") {
      this.cutOff(FLOODED);
    }
  }

  #missing(): string {
    switch (this.#stage) {
      case "asked":
        return "no view document came from the server";
      case "proxy":
        return "the sandbox did not start; this browser may not resolve *.localhost names";
      default:
        return this.#events.waiting();
    }
  }

  #status(status: FrameStatus, reason: string): void {
    this.element.dataset["status"] = status;
    this.element.dataset["reason"] = reason;
    this.#events.status(status, reason);
  }
}

function paramsOf(data: unknown): Json {
  return isRecord(data) && isRecord(data["params"]) ? data["params"] : {};
}

function withFlags(sandbox: string, flags: string[]): string {
  return [...new Set([...sandbox.split(/\s+/).filter((flag) => flag !== ""), ...flags])].join(" ");
}
