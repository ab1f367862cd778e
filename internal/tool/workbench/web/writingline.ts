// The line of a card while arguments are written piece by piece, with the buttons that pause and step.

import { h, iconButton } from "./dom.ts";
import type { Profile } from "./wire.ts";
import type { Writing } from "./writing.ts";

export class WritingLine {
  readonly element = h("div", { class: "card-writing", data: { testid: "writing" }, hidden: true });
  readonly #words = h("span", { class: "card-writing-words", role: "status" });
  readonly #pause: HTMLButtonElement;
  readonly #resume: HTMLButtonElement;
  #writing: Writing | undefined;

  constructor(profile: Profile) {
    const button = (name: "pause" | "play" | "right", what: string, testid: string, act: (writing: Writing) => void) =>
      iconButton(name, `${what} in ${profile.title}`, () => this.#writing && act(this.#writing), { data: { testid } });
    this.#pause = button("pause", "Pause the writing", "writing-pause", (writing) => writing.pause());
    this.#resume = button("play", "Go on writing", "writing-resume", (writing) => writing.resume());
    const step = button("right", "Write the next piece", "writing-step", (writing) => writing.step());
    this.element.append(this.#words, this.#pause, this.#resume, step);
  }

  show(writing: Writing | undefined): void {
    this.#writing = writing;
    if (writing) {
      writing.changed = () => this.#writing === writing && this.#render(writing);
      this.#render(writing);
    } else {
      this.element.hidden = true;
    }
  }

  #render({ sent, total, paused, over }: Writing): void {
    this.element.hidden = over;
    this.#pause.hidden = paused;
    this.#resume.hidden = !paused;
    this.#words.textContent = `${paused ? "Paused" : "Writing the arguments"}, ${sent} of ${total || "…"}`;
    // The focused button has been replaced by the other one.
    if (document.activeElement === (paused ? this.#pause : this.#resume)) {
      (paused ? this.#resume : this.#pause).focus();
    }
  }
}
