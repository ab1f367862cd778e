// The frame of a card that no tool was run in yet: it stands by while the server is
// built, to become whatever view comes first.

import type { Api } from "./api.ts";
import { retire, Showing } from "./showing.ts";
import type { Surface } from "./surface.ts";

const NOT_NEEDED = "another frame shows the view";

export class FirstFrame {
  readonly #api: Api;
  readonly #profile: string;
  readonly #surface: Pick<Surface, "standBy">;
  #server = "";
  #showing: Showing | undefined;

  constructor(api: Api, profile: string, surface: Pick<Surface, "standBy">) {
    this.#api = api;
    this.#profile = profile;
    this.#surface = surface;
  }

  async begin(server: string): Promise<void> {
    if (this.#showing) {
      return;
    }
    const showing = new Showing(this.#profile, "");
    this.#showing = showing;
    this.#server = server;
    try {
      const placed = await this.#api.standbyFor(server, this.#profile);
      if (this.#showing === showing) {
        this.#surface.standBy(showing.frame.element);
        showing.standBy(placed);
      } else {
        await this.#api.release(placed.document);
      }
    } catch {
      // The first document takes longer then.
      await this.dismiss();
    }
  }

  /** Gives the frame away, if it can show something of the server by now. */
  take(server: string): Showing | undefined {
    const showing = this.#showing;
    if (showing?.standby !== undefined && this.#server === server) {
      this.#showing = undefined;
      return showing;
    }
    void this.dismiss();
    return undefined;
  }

  async dismiss(): Promise<void> {
    const showing = this.#showing;
    this.#showing = undefined;
    if (showing) {
      await retire(this.#api, showing, NOT_NEEDED);
    }
  }
}
