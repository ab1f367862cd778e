// One document of a view in its frame, with the protocol that it uses. While a view is developed, a new one replaces it
// after each change.

import type { Api } from "./api.ts";
import { DevClient } from "./devclient.ts";
import { ViewFrame } from "./frame/frame.ts";
import type { Cut, FrameEvents, FrameStatus } from "./frame/frame.ts";
import type { Cause } from "./frame/health.ts";
import { messageSize } from "../../../../view/src/host/messagesize.ts";
import type { Protocol } from "../../../../view/src/host/protocol.ts";
import { Negotiation } from "./negotiation.ts";
import { Pairing } from "./traffic.ts";
import type { Entry } from "./traffic.ts";
import type { Json, Placed, Tool, ViewDocument } from "./wire.ts";

/** In UTF-16 units of JSON. */
const MOST_KEPT = 4 * 1024 * 1024;

/** The events of a view for its session. */
export interface FramedViewEvents {
  status(status: FrameStatus, reason: string, cut?: Cut): void;
  violation(params: Json): void;
  stranger(what: string): void;
  downloadBlocked(name: string): void;
  record(entry: Entry): void;
  waiting(): string;
  refused: FrameEvents["refused"];
  /** The state of the view's health has changed. */
  health(): void;
  /** Something is wrong with the view. */
  foundWrong(cause: Cause): void;
  /** The protocol has received a message. */
  heard(): void;
}

export class FramedView {
  readonly frame: ViewFrame;
  readonly dev: DevClient;
  readonly negotiation = new Negotiation();
  /** Aborted when the view is removed. */
  readonly gone = new AbortController();
  readonly loaded: Promise<void>;
  /** Resolves with the first status that is not "loading". */
  readonly settled: Promise<FrameStatus>;
  protocol: Protocol | undefined;
  view: ViewDocument | undefined;
  /** The tools that the view offers. */
  tools: Tool[] | undefined;
  /** The address of the standby document, once it can be written; undefined otherwise. */
  standby: string | undefined;
  status: [status: FrameStatus, reason: string, cut?: Cut] = ["loading", ""];
  readonly #pairing = new Pairing();
  /** Undefined while the frame is not used for a view. */
  #events: FramedViewEvents | undefined;

  constructor(profile: string, title: string, events?: FramedViewEvents) {
    this.#events = events;
    let nowLoaded: () => void = () => undefined;
    let nowSettled: (status: FrameStatus) => void = () => undefined;
    this.loaded = new Promise((resolve) => (nowLoaded = resolve));
    this.settled = new Promise((resolve) => (nowSettled = resolve));
    this.frame = new ViewFrame(profile, title, {
      message: (data) => {
        this.protocol?.receive(data);
        this.#events?.heard();
      },
      loaded: () => {
        this.protocol?.loaded();
        nowLoaded();
      },
      violation: (params) => this.#events?.violation(params),
      stranger: (what) => this.#events?.stranger(what),
      downloadBlocked: (name) => this.#events?.downloadBlocked(name),
      own: (data) => this.view?.dev === true && this.dev.take(data),
      traffic: (direction, data, bytes) => {
        this.negotiation.take(direction, data);
        this.#events?.record(this.#pairing.entry(profile, direction, data, bytes, Date.now()));
      },
      status: (status, reason, cut) => {
        this.status = cut ? [status, reason, cut] : [status, reason];
        if (status !== "loading") {
          nowSettled(status);
        }
        this.#events?.status(status, reason, cut);
      },
      cutOff: () => {
        this.standby = undefined;
        this.gone.abort(new Error("the view is gone"));
      },
      waiting: () => this.#events?.waiting() ?? "",
      refused: (what) => this.#events?.refused(what),
      health: () => this.#events?.health(),
      foundWrong: (cause) => this.#events?.foundWrong(cause),
    });
    this.dev = new DevClient({
      send: (message) => this.frame.sendOwn(message),
      sendInTurn: (message) => this.frame.sendOwnInTurn(message),
    });
  }

  /** Starts to use a standby frame for a view. */
  adopt(title: string, events: FramedViewEvents): void {
    this.frame.element.title = title;
    this.frame.startTimer();
    this.#events = events;
  }

  /** Loads the document, or writes it into the standby together with the snapshot to restore. */
  open(view: ViewDocument, restore?: Json): void {
    this.view = view;
    if (view.write === undefined) {
      this.frame.open(view);
    } else {
      const { write, ...placed } = view;
      this.view = placed;
      delete this.frame.element.dataset["standby"];
      this.frame.write(placed, write, restore);
    }
  }

  /** Loads a standby document, into which another one can be written later. */
  standBy(placed: Placed): void {
    this.frame.standBy(placed, () => {
      this.standby = placed.document;
      this.frame.element.dataset["standby"] = "ready";
    });
  }

  /** The state of the page; undefined if the dev client does not answer, or the state is too large. */
  async snapshot(): Promise<Json | undefined> {
    const told = this.view?.dev ? await this.dev.snapshot() : undefined;
    return told && messageSize(told, MOST_KEPT) <= MOST_KEPT ? told : undefined;
  }

  /** Resolves when the view has drawn what the protocol has delivered. */
  drawn(): Promise<unknown> {
    return this.view?.dev ? this.dev.shown() : twoFrames();
  }

  /** Notifies the view, waits until it has ended, and removes the frame. Returns the document to release. */
  async end(reason: string): Promise<string | undefined> {
    await this.protocol?.teardown(reason).catch(() => undefined);
    this.gone.abort(new Error("the view is gone"));
    this.frame.remove();
    return this.frame.document;
  }
}

/** Ends a view and releases its document. */
export async function retire(api: Api, framed: FramedView, reason: string): Promise<void> {
  const document = await framed.end(reason);
  if (document) {
    await api.release(document).catch(() => undefined);
  }
}

// A hidden page draws no frames, so there is also a timeout.
function twoFrames(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
    setTimeout(resolve, 100);
  });
}
