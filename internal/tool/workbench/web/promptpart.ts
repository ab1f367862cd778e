// The prompts in the rail, and their arguments.

import { asTexts, promptSchema } from "./inputschemas.ts";
import type { Bench } from "./bench.ts";
import type { Browse } from "./browse.ts";
import { h } from "./dom.ts";
import { ArgumentsForm } from "./form.ts";
import { counted } from "./format.ts";
import { listRow } from "./listrow.ts";
import { Picker } from "./picker.ts";
import { About, goneHint, hostSelect, noEntries, partFoot, partForm, primary } from "./railpart.ts";
import type { RailPart } from "./railpart.ts";
import { Suggestions } from "./suggestions.ts";
import { isRecord } from "./wire.ts";
import type { Json, Prompt } from "./wire.ts";

export class PromptPart implements RailPart {
  readonly list: HTMLElement;
  readonly form: HTMLElement;
  readonly foot: HTMLElement;
  readonly #bench: Bench;
  readonly #browse: Browse;
  readonly #picker = new Picker({ label: "Prompts", follow: true });
  readonly #about = new About();
  readonly #args = new ArgumentsForm("Arguments", "This prompt takes no arguments.");
  readonly #button = primary("chat", "Get", "get", () => this.go());
  #prompt: Prompt | undefined;

  constructor(bench: Bench, browse: Browse) {
    this.#bench = bench;
    this.#browse = browse;
    this.list = this.#picker.element;
    this.form = partForm("Arguments", this.#about.element, this.#args);
    this.foot = partFoot(hostSelect(bench, browse), this.#args.problems, goneHint(bench), this.#button);
    this.#args.send = (args) => this.#get(args);
    new Suggestions(this.#args, (name, value, signal) => {
      const { [name]: _, ...known } = asTexts(this.#args.value());
      const of = { prompt: this.#prompt?.name ?? "" };
      return bench.api.complete(bench.server.value, browse.profile.value, of, { name, value, known }, signal);
    });
    bench.lists.watch(() => this.#listed());
    bench.live.changed(() => this.#renderButton());
  }

  focusSearch(): void {
    this.#picker.focusSearch();
  }

  go(): boolean {
    const args = this.#prompt ? this.#args.submit() : {};
    if (!args) {
      this.#bench.announcement.value = "The arguments need attention.";
      return false;
    }
    this.#get(args);
    return true;
  }

  #get(args: Json): void {
    if (this.#prompt && this.#bench.live.value) {
      void this.#browse.get({ prompt: this.#prompt, args: asTexts(args) });
    }
  }

  // Keeps the same prompt selected, with its new definition.
  #listed(): void {
    const prompts = this.#prompts();
    const same = prompts.find((one) => one.name === this.#prompt?.name) ?? prompts[0];
    if (same && JSON.stringify(same) === JSON.stringify(this.#prompt)) {
      this.#prompt = same;
      this.#render();
    } else {
      this.#choose(same);
    }
  }

  #prompts(): Prompt[] {
    return this.#bench.lists.value.prompts.entries.filter(isPrompt);
  }

  #choose(prompt: Prompt | undefined): void {
    this.#prompt = prompt;
    this.#args.hidden = !prompt;
    this.#renderButton();
    this.form.toggleAttribute("data-empty", !prompt);
    if (prompt) {
      this.#args.show({ name: prompt.name, inputSchema: promptSchema(prompt) });
    }
    this.#about.show(prompt?.description);
    this.#render();
  }

  #renderButton(): void {
    this.#button.disabled = !this.#prompt || !this.#bench.live.value;
  }

  #render(): void {
    const entries = this.#prompts().map((prompt) => {
      const { name, title, description } = prompt;
      const count = Array.isArray(prompt.arguments) ? prompt.arguments.length : 0;
      return {
        key: name,
        text: `${title ?? ""} ${name} ${description ?? ""}`,
        testid: "prompt",
        title: description ?? "",
        row: () =>
          listRow({
            title: title || name,
            name,
            badges: [h("span", { class: "badge" }, count === 0 ? "" : counted(count, "argument"))],
          }),
        choose: () => this.#choose(prompt),
      };
    });
    this.#picker.show(entries, this.#prompt?.name, noEntries(this.#bench.lists.value.prompts, "prompts"));
  }
}

function isPrompt(entry: unknown): entry is Prompt {
  return isRecord(entry) && typeof entry["name"] === "string";
}
