// One document of a view in its frame: the frame, the protocol that is spoken with
// it, and its talk in the timeline. While a view is developed, one follows another.

import type { Api } from "./api.ts";
import { DevClient } from "./devclient.ts";
import { ViewFrame } from "./host/frame.ts";
import type { Cut, FrameStatus } from "./host/frame.ts";
import { messageSize } from "./host/limiter.ts";
import type { Protocol } from "./host/protocol.ts";
import { Pairing } from "./traffic.ts";
import type { Entry } from "./traffic.ts";
import type { Json, Placed, Tool, ViewDocument } from "./wire.ts";

/** In UTF-16 units of JSON. */
const MOST_KEPT = 4 * 1024 * 1024;

/** What a showing tells the session that it is of. */
export interface ShowingEvents {
  status(status: FrameStatus, reason: string, cut?: Cut): void;
  violation(params: Json): void;
  stranger(what: string): void;
  record(entry: Entry): void;
  waiting(): string;
  /** The view has said something to the protocol. */
  heard(): void;
}

export class Showing {
  readonly frame: ViewFrame;
  readonly dev: DevClient;
  /** Aborted when the view is gone. */
  readonly gone = new AbortController();
  readonly loaded: Promise<void>;
  /** Resolves with the first status that is not "loading". */
  readonly settled: Promise<FrameStatus>;
  protocol: Protocol | undefined;
  view: ViewDocument | undefined;
  /** The tools that the view offers. */
  tools: Tool[] | undefined;
  /** The address of the document that stands by and can be written; undefined otherwise. */
  standby: string | undefined;
  status: [status: FrameStatus, reason: string, cut?: Cut] = ["loading", ""];
  readonly #pairing = new Pairing();
  /** Undefined while nobody shows anything in it. */
  #events: ShowingEvents | undefined;

  constructor(profile: string, title: string, events?: ShowingEvents) {
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
      own: (data) => this.view?.dev === true && this.dev.take(data),
      traffic: (direction, data, bytes) =>
        this.#events?.record(this.#pairing.entry(profile, direction, data, bytes, Date.now())),
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
    });
    this.dev = new DevClient({
      send: (message) => this.frame.sendOwn(message),
      sendInTurn: (message) => this.frame.sendOwnInTurn(message),
    });
  }

  /** Gives a frame that nobody has shown anything in to somebody who will. */
  adopt(title: string, events: ShowingEvents): void {
    this.frame.element.title = title;
    this.frame.awaited();
    this.#events = events;
  }

  /** Opens the document, or becomes it, with what its dev client is to bring back. */
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

  /** Waits to become a document that comes later. */
  standBy(placed: Placed): void {
    this.frame.standBy(placed, () => {
      this.standby = placed.document;
      this.frame.element.dataset["standby"] = "ready";
    });
  }

  /** What the page has that its document has not; undefined where it does not say, or says too much. */
  async snapshot(): Promise<Json | undefined> {
    const told = this.view?.dev ? await this.dev.snapshot() : undefined;
    return told && messageSize(told, MOST_KEPT) <= MOST_KEPT ? told : undefined;
  }

  /** Resolves when there is something to see of what the protocol has delivered. */
  drawn(): Promise<unknown> {
    return this.view?.dev ? this.dev.shown() : twoFrames();
  }

  /** Tells the view that it ends, gives it its time, and takes the frame away. Returns what is to be released. */
  async end(reason: string): Promise<string | undefined> {
    await this.protocol?.teardown(reason).catch(() => undefined);
    this.gone.abort(new Error("the view is gone"));
    this.frame.remove();
    return this.frame.document;
  }
}

/** Ends a view, and has the server let go of its document. */
export async function retire(api: Api, showing: Showing, reason: string): Promise<void> {
  const document = await showing.end(reason);
  if (document) {
    await api.release(document).catch(() => undefined);
  }
}

// A page that nobody looks at draws nothing.
function twoFrames(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
    setTimeout(resolve, 100);
  });
}
