// Suggests values while arguments of prompts and templates are typed (MCP's completion).

import { fill, h, uniqueId } from "./dom.ts";
import type { CompleteAnswer } from "./wire.ts";

const WAIT_MS = 150;

/** Suggests values for an argument; the signal ends when they are of no use any more. */
export type Suggest = (name: string, value: string, signal: AbortSignal) => Promise<CompleteAnswer>;

export class Suggestions {
  readonly #suggest: Suggest;
  readonly #list = h("ul", { class: "suggestions", id: uniqueId("suggestions"), role: "listbox", hidden: true });
  #input: HTMLInputElement | undefined;
  #asking: AbortController | undefined;
  #timer = 0;
  #at = -1;

  /** The form's text fields are those with a data-name. */
  constructor(form: HTMLElement, suggest: Suggest) {
    this.#suggest = suggest;
    form.addEventListener("input", (event) => event.isTrusted && this.#ask(event.target));
    form.addEventListener("focusin", (event) => this.#ask(event.target));
    form.addEventListener("focusout", () => this.close());
    form.addEventListener("keydown", (event) => this.#key(event));
    // A press must not take the focus from the field.
    this.#list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.#list.addEventListener("click", (event) => {
      const option = event.target instanceof Element ? event.target.closest<HTMLElement>("[role=option]") : null;
      if (option) {
        this.#take(option);
      }
    });
  }

  close(): void {
    this.#asking?.abort();
    clearTimeout(this.#timer);
    this.#list.hidden = true;
    this.#at = -1;
    this.#input?.setAttribute("aria-expanded", "false");
    this.#input?.removeAttribute("aria-activedescendant");
  }

  #ask(target: EventTarget | null): void {
    this.close();
    const field = target instanceof HTMLInputElement ? target.closest<HTMLElement>("[data-name]") : null;
    const name = field?.dataset["name"] ?? "";
    if (!(target instanceof HTMLInputElement) || !field || name === "") {
      return;
    }
    this.#input = target;
    const asking = new AbortController();
    this.#asking = asking;
    this.#timer = window.setTimeout(() => {
      const value = target.value;
      this.#suggest(name, value, asking.signal).then(
        (answer) => !asking.signal.aborted && this.#show(target, field, answer),
        // Without suggestions, the value can still be typed.
        () => undefined,
      );
    }, WAIT_MS);
  }

  #show(input: HTMLInputElement, field: HTMLElement, { values, more }: CompleteAnswer): void {
    const others = values.filter((value) => value !== input.value);
    if (others.length === 0) {
      return;
    }
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", this.#list.id);
    input.setAttribute("aria-expanded", "true");
    const options = others.map((value) =>
      h("li", { role: "option", id: uniqueId("suggestion"), "aria-selected": "false", dir: "auto" }, value),
    );
    fill(this.#list, ...options, more ? h("li", { class: "quiet", role: "presentation" }, "and more") : null);
    this.#list.setAttribute("aria-label", `Suggestions for ${field.dataset["name"] ?? ""}`);
    this.#at = -1;
    input.after(this.#list);
    this.#list.hidden = false;
  }

  #options(): HTMLElement[] {
    return [...this.#list.querySelectorAll<HTMLElement>("[role=option]")];
  }

  #key(event: KeyboardEvent): void {
    if (this.#list.hidden || event.target !== this.#input) {
      return;
    }
    const options = this.#options();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.#at = this.#at < 0 && step < 0 ? options.length - 1 : (this.#at + step + options.length) % options.length;
      options.forEach((option, i) => option.setAttribute("aria-selected", String(i === this.#at)));
      options[this.#at]?.scrollIntoView({ block: "nearest" });
      this.#input?.setAttribute("aria-activedescendant", options[this.#at]?.id ?? "");
    } else if (event.key === "Escape") {
      event.stopPropagation();
      this.close();
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && options[this.#at]) {
      event.preventDefault();
      this.#take(options[this.#at] as HTMLElement);
    }
  }

  #take(option: HTMLElement): void {
    const input = this.#input;
    this.close();
    if (input) {
      input.value = option.textContent;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
}
