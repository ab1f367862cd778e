// The first frame of a card: its standby document loads while the server is still being built, so that the first view
// can be written into it.

import type { Api } from "./api.ts";
import { retire, FramedView } from "./framedview.ts";
import type { Surface } from "./surface.ts";

const NOT_NEEDED = "another frame shows the view";

export class FirstFrame {
  readonly #api: Api;
  readonly #profile: string;
  readonly #surface: Pick<Surface, "standBy">;
  #server = "";
  #prepared: FramedView | undefined;

  constructor(api: Api, profile: string, surface: Pick<Surface, "standBy">) {
    this.#api = api;
    this.#profile = profile;
    this.#surface = surface;
  }

  async begin(server: string): Promise<void> {
    if (this.#prepared) {
      return;
    }
    const framed = new FramedView(this.#profile, "");
    this.#prepared = framed;
    this.#server = server;
    try {
      const placed = await this.#api.standbyFor(server, this.#profile);
      if (this.#prepared === framed) {
        this.#surface.standBy(framed.frame.element);
        framed.standBy(placed);
      } else {
        await this.#api.release(placed.document);
      }
    } catch {
      // The first view then needs a new frame, which takes longer.
      await this.dismiss();
    }
  }

  /** Returns the frame, if it is ready and for this server. */
  take(server: string): FramedView | undefined {
    const framed = this.#prepared;
    if (framed?.standby !== undefined && this.#server === server) {
      this.#prepared = undefined;
      return framed;
    }
    void this.dismiss();
    return undefined;
  }

  async dismiss(): Promise<void> {
    const framed = this.#prepared;
    this.#prepared = undefined;
    if (framed) {
      await retire(this.#api, framed, NOT_NEEDED);
    }
  }
}
