// Documents that the server makes and sends when a view has changed, before the page has
// asked for them: each is for a frame that stands by.

import { pause } from "./pause.ts";
import type { ViewDocument } from "./wire.ts";

/** A server that is slower than this is asked. */
const PATIENCE_MS = 1000;
/** Nobody may wait for what comes. */
const MOST_KEPT = 16;

export interface Sent {
  /** The number of the change that it is of. */
  change: number;
  /** Undefined where the page has to ask. */
  view: ViewDocument | undefined;
}

export class Ahead {
  readonly #sent = new Map<string, Sent>();
  readonly #waiting = new Map<string, (sent: Sent) => void>();

  take(standby: string, sent: Sent): void {
    const waiting = this.#waiting.get(standby);
    if (waiting) {
      waiting(sent);
      return;
    }
    this.#sent.delete(standby);
    this.#sent.set(standby, sent);
    const [oldest] = this.#sent.keys();
    if (oldest !== undefined && this.#sent.size > MOST_KEPT) {
      this.#sent.delete(oldest);
    }
  }

  /** The document of a change for a frame that stands by, once; undefined where it has to be asked for. */
  async of(standby: string, change: number): Promise<ViewDocument | undefined> {
    let sent = this.#sent.get(standby);
    this.#sent.delete(standby);
    if (sent === undefined) {
      const coming = new Promise<Sent>((resolve) => this.#waiting.set(standby, resolve));
      sent = await Promise.race([coming, pause(PATIENCE_MS).then(() => undefined)]);
      this.#waiting.delete(standby);
    }
    // What was sent for a change before is all that is sent for this frame.
    return sent && sent.change >= change ? sent.view : undefined;
  }
}
