// A frame that stands by to become a view's next document, because frames take longer
// than all else that a new document needs.

import type { Bench } from "./bench.ts";
import { retire } from "./showing.ts";
import type { Showing } from "./showing.ts";
import type { Surface } from "./surface.ts";
import type { ViewDocument } from "./wire.ts";

/** When a view is at rest. */
const REST_MS = 150;

export interface StandbyNeeds {
  /** The document in sight, if another one may follow it and none does yet. */
  document(): ViewDocument | undefined;
  make(): Showing;
}

export class Standby {
  readonly #bench: Bench;
  readonly #surface: Surface;
  readonly #needs: StandbyNeeds;
  #showing: Showing | undefined;
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(bench: Bench, surface: Surface, needs: StandbyNeeds) {
    this.#bench = bench;
    this.#surface = surface;
    this.#needs = needs;
  }

  /** The address of the document that can become another one; undefined while there is none. */
  get address(): string | undefined {
    return this.#showing?.standby;
  }

  /** Has a frame stand by when the view has come to rest. */
  soon(): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => void this.#begin(), REST_MS);
  }

  /** Gives the frame away, to become the next document. */
  take(): Showing | undefined {
    const showing = this.#showing;
    this.#showing = undefined;
    return showing;
  }

  async dismiss(): Promise<void> {
    const showing = this.take();
    if (showing) {
      await retire(this.#bench.api, showing, "nothing is to follow");
    }
  }

  async end(): Promise<void> {
    clearTimeout(this.#resting);
    await this.dismiss();
  }

  async #begin(): Promise<void> {
    const view = this.#needs.document();
    if (this.#showing || !view) {
      return;
    }
    const showing = this.#needs.make();
    this.#showing = showing;
    try {
      const placed = await this.#bench.api.standby(view);
      if (this.#showing === showing) {
        this.#surface.standBy(showing.frame.element);
        showing.standBy(placed);
      } else {
        await this.#bench.api.release(placed.document);
      }
    } catch {
      // The next document takes longer then.
      await this.dismiss();
    }
  }
}
