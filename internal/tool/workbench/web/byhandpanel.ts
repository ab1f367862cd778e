// The controls with which a person takes the host's place on a card.

import type { ByHandActions, Sent } from "./byhand.ts";
import { h, segmented, uniqueId } from "./dom.ts";
import { settings, settingText, withSetting } from "./environment.ts";
import type { Setting } from "./environment.ts";
import { isRecord } from "./wire.ts";
import type { Profile } from "./wire.ts";

interface Row {
  name: Setting;
  label: string;
  /** Fixed choices, by value; without them it is a field. */
  choices?: [value: string, label: string][];
  suggestions?: string[];
  placeholder?: string;
}

const rows: Row[] = [
  { name: "theme", label: "Theme", choices: [["light", "Light"], ["dark", "Dark"]] },
  { name: "locale", label: "Language", suggestions: ["en-US", "de-DE", "ja-JP", "ar-EG", "he-IL"], placeholder: "ar-EG" },
  { name: "timeZone", label: "Time zone", suggestions: ["UTC", "America/New_York", "Asia/Tokyo"], placeholder: "Asia/Tokyo" },
  { name: "device", label: "Size", suggestions: ["390x844", "820x1180", "1280x800"], placeholder: "390x844" },
  { name: "safeArea", label: "Safe area", suggestions: ["47,0,34,0"], placeholder: "47,0,34,0" },
  { name: "touch", label: "Touch", choices: [["1", "Yes"], ["0", "No"]] },
  { name: "platform", label: "Platform", choices: [["web", "Web"], ["desktop", "Desktop"], ["mobile", "Mobile"]] },
  { name: "toolCallId", label: "Call id", placeholder: "42" },
];

export class ByHandPanel {
  readonly element: HTMLElement;
  readonly #actions: ByHandActions;
  readonly #text: HTMLTextAreaElement;
  readonly #kinds: ReturnType<typeof segmented<Sent>>;
  readonly #outcome = h("p", { class: "byhand-outcome quiet", role: "status", data: { testid: "byhand-outcome" } });
  readonly #fields = new Map<Setting, HTMLInputElement | HTMLSelectElement>();
  #kind: Sent = "result";

  constructor(profile: Profile, actions: ByHandActions) {
    this.#actions = actions;
    this.#kinds = segmented<Sent>(
      "What to send",
      [
        { value: "partial", label: "Partial input" },
        { value: "input", label: "Input" },
        { value: "result", label: "Result" },
      ],
      (kind) => this.#choose(kind),
    );
    const id = uniqueId("byhand");
    this.#text = h("textarea", { id, class: "code", rows: "5", spellcheck: "false", data: { testid: "byhand-text" } });
    this.element = h(
      "div",
      { class: "byhand-body" },
      h("section", { "aria-label": `Send to the view in ${profile.title}` },
        h("div", { class: "byhand-line" }, this.#kinds.element),
        h("label", { class: "unseen", for: id }, "What to send, as JSON"),
        this.#text,
        h(
          "div",
          { class: "byhand-line" },
          button("Send", "byhand-send", "Sends it to the view", () => this.#send()),
          button("Cancel", "byhand-cancel", "Tells the view that the call was cancelled", () => this.#do("Cancelled.", actions.cancel)),
          button("Tear down", "byhand-teardown", "Tells the view that it will be removed, and waits for its answer", () => void this.#teardown()),
          button("Start over", "byhand-start-over", "Loads the view again and sends it nothing", () => this.#do("Loaded again; nothing is sent.", actions.startOver)),
        ),
        this.#outcome,
      ),
      h("section", { class: "byhand-around", "aria-label": `Surroundings in ${profile.title}` },
        ...rows.map((row) => this.#row(row)),
        h(
          "div",
          { class: "byhand-line" },
          button("Use in all cards", "byhand-all", "Sets these surroundings in all cards", () => actions.setForAll(actions.environment())),
          button("As the host", "byhand-reset", "Takes everything back", () => actions.setEnvironment({})),
        ),
      ),
    );
    this.show();
  }

  /** Shows the environment after a change. */
  show(): void {
    const environment = this.#actions.environment();
    for (const [name, field] of this.#fields) {
      field.value = settingText(environment, name);
      field.removeAttribute("aria-invalid");
    }
  }

  /** Another run begins. */
  clear(): void {
    this.#text.value = "";
    this.#outcome.textContent = "";
  }

  /** Begins with what the view has got last, unless the person has written something. */
  offer(): void {
    if (this.#text.value === "") {
      this.#choose(this.#kind);
    }
  }

  #choose(kind: Sent): void {
    this.#kind = kind;
    this.#kinds.set(kind);
    this.#text.value = JSON.stringify(this.#actions.last(kind), null, 2);
  }

  #send(): void {
    let value: unknown;
    try {
      value = JSON.parse(this.#text.value);
    } catch (error) {
      this.#outcome.textContent = `Not JSON: ${error instanceof Error ? error.message : String(error)}`;
      return;
    }
    this.#outcome.textContent = isRecord(value)
      ? this.#actions.send(this.#kind, value) || "Sent."
      : "This has to be a JSON object.";
  }

  #do(words: string, act: () => void): void {
    act();
    this.#outcome.textContent = words;
  }

  async #teardown(): Promise<void> {
    this.#outcome.textContent = "The view is asked to end.";
    this.#outcome.textContent = await this.#actions.teardown();
  }

  #row({ name, label, choices, suggestions, placeholder }: Row): HTMLElement {
    const id = uniqueId("setting");
    const attributes = {
      id,
      data: { setting: name },
      title: `As the host has it, or ${settings[name].expects}`,
      on: { change: () => this.#set(name, field) },
    };
    const field: HTMLInputElement | HTMLSelectElement = choices
      ? h("select", attributes, ...[["", "As the host"], ...choices].map(([value, text]) => h("option", { value }, text)))
      : h("input", { ...attributes, type: "text", placeholder, spellcheck: "false", autocomplete: "off", ...(suggestions ? { list: `${id}-list` } : {}) });
    this.#fields.set(name, field);
    return h(
      "div",
      { class: "byhand-setting" },
      h("label", { for: id }, label),
      field,
      suggestions ? h("datalist", { id: `${id}-list` }, ...suggestions.map((value) => h("option", { value }))) : null,
    );
  }

  #set(name: Setting, field: HTMLInputElement | HTMLSelectElement): void {
    const next = withSetting(this.#actions.environment(), name, field.value);
    if (next) {
      field.removeAttribute("aria-invalid");
      this.#outcome.textContent = "";
      this.#actions.setEnvironment(next);
    } else {
      field.setAttribute("aria-invalid", "true");
      this.#outcome.textContent = `This has to be ${settings[name].expects}.`;
    }
  }
}

function button(label: string, testid: string, title: string, click: () => void): HTMLElement {
  return h("button", { type: "button", class: "button small", title, data: { testid }, on: { click } }, label);
}
