// Says why a view is dead in a host: it needs something that this host does not have.

import { fill, h, icon } from "./dom.ts";
import type { MissingApi, Profile } from "./wire.ts";

export class MissingApiNote {
  readonly element = h("div", { class: "missing-api", role: "status", data: { testid: "missing-api" }, hidden: true });
  readonly #profile: Profile;
  readonly #openAutomatic: (() => void) | undefined;

  /** openAutomatic opens the Automatic card; undefined if there is none. */
  constructor(profile: Profile, openAutomatic: (() => void) | undefined) {
    this.#profile = profile;
    this.#openAutomatic = openAutomatic;
  }

  show(missing: MissingApi | undefined): void {
    this.element.hidden = !missing;
    if (!missing) {
      fill(this.element);
      return;
    }
    const { name, compat } = missing;
    fill(
      this.element,
      icon("alert"),
      h(
        "p",
        {},
        "This page speaks ",
        name.startsWith("window.") ? h("code", {}, name) : name,
        `, which ${this.#profile.title} does not have`,
        ...(compat === "" ? [] : [": ", h("code", {}, `Compat: ${compat}`)]),
        ".",
      ),
      this.#openAutomatic
        ? h("button", { type: "button", class: "button", on: { click: this.#openAutomatic } }, "Show it in Automatic")
        : null,
    );
  }
}
