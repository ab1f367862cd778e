// A frame with a standby document for the next version of a view, because creating frames takes longer than anything
// else.

import type { Bench } from "./bench.ts";
import { retire } from "./framedview.ts";
import type { FramedView } from "./framedview.ts";
import type { Surface } from "./surface.ts";
import type { ViewDocument } from "./wire.ts";

/** How long to wait after a view is ready, to let it work undisturbed. */
const REST_MS = 150;

export interface StandbyNeeds {
  /** The visible document; undefined if it needs no standby now. */
  document(): ViewDocument | undefined;
  make(): FramedView;
}

export class Standby {
  readonly #bench: Bench;
  readonly #surface: Surface;
  readonly #needs: StandbyNeeds;
  #prepared: FramedView | undefined;
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(bench: Bench, surface: Surface, needs: StandbyNeeds) {
    this.#bench = bench;
    this.#surface = surface;
    this.#needs = needs;
  }

  /** The address of the standby document, once it can be written; undefined otherwise. */
  get address(): string | undefined {
    return this.#prepared?.standby;
  }

  /** Creates the frame after a pause. */
  prepareSoon(): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => void this.#begin(), REST_MS);
  }

  /** Returns the frame, to use it for the next document. */
  take(): FramedView | undefined {
    const framed = this.#prepared;
    this.#prepared = undefined;
    return framed;
  }

  async dismiss(): Promise<void> {
    const framed = this.take();
    if (framed) {
      await retire(this.#bench.api, framed, "the frame is not needed");
    }
  }

  async end(): Promise<void> {
    clearTimeout(this.#resting);
    await this.dismiss();
  }

  async #begin(): Promise<void> {
    const view = this.#needs.document();
    if (this.#prepared || !view) {
      return;
    }
    const framed = this.#needs.make();
    this.#prepared = framed;
    try {
      const placed = await this.#bench.api.standby(view);
      if (this.#prepared === framed) {
        this.#surface.standBy(framed.frame.element);
        framed.standBy(placed);
      } else {
        await this.#bench.api.release(placed.document);
      }
    } catch {
      // The next document then needs a new frame, which takes longer.
      await this.dismiss();
    }
  }
}
