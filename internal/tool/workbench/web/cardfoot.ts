// The line under a view: its size on the page and in bytes, its URI, and why the host chose it.

import { fill, h } from "./dom.ts";
import { formatBytes } from "./format.ts";
import { isOfView } from "./wire.ts";
import { popover } from "./popover.ts";
import { reachOf } from "./reach.ts";
import { batched } from "./batch.ts";
import { whyView } from "./whyview.ts";
import type { Container, Profile, ViewDocument } from "./wire.ts";

export class CardFoot {
  readonly element = h("footer", { class: "card-foot", hidden: true });
  readonly #profile: Profile;
  readonly #limit: Container;
  readonly #size = h("span", { class: "card-size" });
  readonly #clipped = h("span", { class: "card-clipped", hidden: true });
  readonly #bytes = h("span", { class: "card-bytes" });
  #shipped: { view: string; gzip: number }[] = [];
  readonly #why: ReturnType<typeof popover>;
  #view: ViewDocument | undefined;
  #frame: HTMLIFrameElement | undefined;
  #wanted: number | undefined;
  // Measuring forces a layout of the page, so it is delayed to let the view draw first.
  readonly #measure = batched(() => this.#renderSize());

  constructor(profile: Profile) {
    this.#profile = profile;
    this.#limit = profile.container;
    this.#why = popover(
      {
        name: "info",
        kind: "why-panel",
        label: `Why ${profile.title} shows this view`,
        text: "Why this view",
        title: "What was looked at to choose this view",
      },
      (panel) => fill(panel, h("h3", {}, "Why this view"), whyView(this.#view?.source ?? "", this.#view?.steps)),
    );
  }

  show(view: ViewDocument | undefined, frame: HTMLIFrameElement | undefined): void {
    this.#view = view;
    fill(
      this.element,
      this.#size,
      this.#clipped,
      view ? this.#bytes : null,
      view ? this.#reach(view) : null,
      view ? this.#why.button : null,
      view ? h("span", { class: "card-uri", title: view.uri }, h("bdi", {}, view.uri)) : null,
      view ? this.#why.panel : null,
    );
    this.element.hidden = !view;
    this.#renderBytes();
    this.resized(frame);
  }

  /** Sets the sizes of the server's views as they are built for production. */
  ship(shipped: { view: string; gzip: number }[]): void {
    this.#shipped = shipped;
    this.#renderBytes();
  }

  // A document under development is much larger than the one that ships.
  #renderBytes(): void {
    const view = this.#view;
    const gzip = view ? this.#shipped.find((one) => isOfView(view.uri, one.view))?.gzip : undefined;
    const bytes = formatBytes(view?.bytes ?? 0);
    this.#bytes.textContent = !view?.dev ? bytes : gzip ? `${formatBytes(gzip)} gzipped when built` : "Development build";
    this.#bytes.title = view?.dev ? `The development build has ${bytes}.` : "";
  }

  #reach(view: ViewDocument): HTMLElement | null {
    const hosts = reachOf(view, this.#profile);
    const [first, ...others] = hosts;
    return first === undefined
      ? null
      : h(
          "span",
          { class: "card-reach", title: `What the view shows and what you type may go to ${hosts.join(", ")}.` },
          h("bdi", {}, others.length > 0 ? `Reaches ${first} and ${others.length} more` : `Reaches ${first}`),
        );
  }

  /** wanted is the height that the view asks for, if its host cuts it off. */
  resized(frame: HTMLIFrameElement | undefined, wanted?: number): void {
    this.#frame = frame;
    this.#wanted = wanted;
    this.#measure();
  }

  #renderSize(): void {
    const frame = this.#frame;
    const limit = this.#limit;
    this.#size.textContent = frame?.isConnected
      ? `${Math.round(frame.clientWidth)} × ${Math.round(frame.clientHeight)}`
      : "";
    this.#clipped.hidden = this.#wanted === undefined || !frame?.isConnected;
    this.#clipped.textContent = `Clipped: ${frame?.clientHeight ?? 0} of ${this.#wanted ?? 0} px high`;
    this.#clipped.title = "This host shows no more of the view, which asks for more height. Let it scroll, or make it shorter.";
    const width = limit.width || (limit.maxWidth ? `up to ${limit.maxWidth}` : "not known");
    const height = limit.height || (limit.maxHeight ? `up to ${limit.maxHeight}` : "as the view asks");
    this.#size.title = `This host's frame: width ${width}, height ${height}`;
  }
}
