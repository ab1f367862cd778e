// What a person does in the host's place, on a card: sends a view its input and result, ends it, and sets its
// surroundings.

import type { ByHandPanel } from "./byhandpanel.ts";
import { problemOf } from "./api.ts";
import { h } from "./dom.ts";
import type { Environment } from "./environment.ts";
import { later } from "./loadlater.ts";
import type { Json, Profile } from "./wire.ts";

/** What can be sent to a view. */
export type Sent = "partial" | "input" | "result";

export interface ByHandActions {
  /** What the view has got, as the start of what the person writes. */
  last(kind: Sent): Json;
  /** Sends it; returns why that is not possible. */
  send(kind: Sent, value: Json): string;
  cancel(): void;
  /** Resolves to what the view did. */
  teardown(): Promise<string>;
  /** Loads the view again, and sends nothing. */
  startOver(): void;
  environment(): Environment;
  setEnvironment(environment: Environment): void;
  /** Sets the environment of all cards. */
  setForAll(environment: Environment): void;
}

export class ByHand {
  readonly element: HTMLDetailsElement;
  readonly #profile: Profile;
  readonly #actions: ByHandActions;
  readonly #failure = h("p", { class: "quiet problem", role: "alert" });
  readonly #badge = h("span", { class: "count" });
  /** Set when the panel is unfolded for the first time. */
  #panel: ByHandPanel | undefined;

  constructor(profile: Profile, actions: ByHandActions) {
    this.#profile = profile;
    this.#actions = actions;
    this.element = h(
      "details",
      { class: "by-hand unfolds", data: { testid: "by-hand" }, on: { toggle: () => void this.offer() } },
      h("summary", {}, "By hand", this.#badge),
      this.#failure,
    );
    this.show();
  }

  /** Shows the environment after a change. */
  show(): void {
    const count = Object.keys(this.#actions.environment()).length;
    this.#badge.textContent = count > 0 ? `${count} set` : "";
    this.#panel?.show();
  }

  /** Another run begins. */
  clear(): void {
    this.#panel?.clear();
  }

  /** Begins with what the view has got last, unless the person has written something. */
  async offer(): Promise<void> {
    if (!this.element.open) {
      return;
    }
    this.#failure.textContent = "";
    const loaded = await later().catch((error: unknown) => {
      this.#failure.textContent = problemOf(error).message;
      return undefined;
    });
    if (!loaded) {
      return; // unfolding it again tries again
    }
    const { ByHandPanel } = loaded;
    if (!this.#panel) {
      this.#panel = new ByHandPanel(this.#profile, this.#actions);
      this.element.append(this.#panel.element);
    }
    this.#panel.offer();
  }
}
