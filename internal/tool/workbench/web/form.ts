// The form for the arguments of a tool, which can also be entered as JSON.

import { fill, h, segmented, uniqueId } from "./dom.ts";
import { controlOf } from "./fields.ts";
import type { Control } from "./fields.ts";
import { check } from "./schema/check.ts";
import type { Problem } from "./schema/check.ts";
import { formOf } from "./schema/field.ts";
import type { Field } from "./schema/field.ts";
import { prefill, survives } from "./schema/prefill.ts";
import { isRecord } from "./wire.ts";
import type { Json, Tool } from "./wire.ts";

type Mode = "form" | "json";

export class ArgumentsForm extends HTMLElement {
  /** Called with arguments that don't match the schema, when the user sends them anyway. */
  send: (args: Json) => void = () => undefined;
  /** Called when the input changes. */
  typed: () => void = () => undefined;
  /** What is wrong with arguments as JSON. It stands beside the button that submits them, where it is always in sight. */
  readonly problems: HTMLElement;
  readonly #title: string;
  readonly #nothing: string;
  #form: Field = formOf(undefined);
  #control: Control = controlOf(this.#form);
  #mode: Mode = "form";
  #tool = "";
  /** The name and the schema of the tool. */
  #shown = "";
  // The form can't represent the given arguments, so they are shown as JSON until another tool is selected.
  #forced = false;
  // The input for each tool, for when it is selected again.
  readonly #kept = new Map<string, Json>();
  readonly #modes = segmented<Mode>(
    "How to enter arguments",
    [
      { value: "form", label: "Form" },
      { value: "json", label: "JSON" },
    ],
    (mode) => this.#switch(mode),
  );
  readonly #text = h("textarea", {
    class: "code",
    rows: "10",
    spellcheck: "false",
    "aria-label": "Arguments as JSON",
    on: { input: () => this.#say([]) },
  });
  readonly #body = h("div", { class: "form-body" });
  readonly #summary = h("p", {
    class: "field-problem form-problem",
    id: uniqueId("problems"),
    role: "alert",
    data: { testid: "argument-problems" },
    hidden: true,
  });
  readonly #anyway = h(
    "button",
    {
      type: "button",
      class: "text-button",
      hidden: true,
      title: "Sends the arguments as they are, to see what the server says to them",
      data: { testid: "send-anyway" },
      on: { click: () => this.#sendAnyway() },
    },
    "Send anyway",
  );

  constructor(title = "Arguments", nothing = "This tool takes no arguments.") {
    super();
    this.#title = title;
    this.#nothing = nothing;
    this.problems = h("div", { class: "form-problems" }, this.#summary, this.#anyway);
    this.#text.setAttribute("aria-describedby", this.#summary.id);
    this.addEventListener("input", () => this.typed());
  }

  connectedCallback(): void {
    if (this.childElementCount === 0) {
      this.append(
        h("div", { class: "section-head" }, h("h2", {}, this.#title), this.#modes.element),
        this.#body,
      );
      this.#modes.set(this.#mode);
    }
  }

  /** Shows the form of a tool. One that is listed anew as it was keeps its input, its problems and the focus. */
  show(tool: Tool | undefined, args?: Json): void {
    const shown = JSON.stringify([tool?.name, tool?.inputSchema]);
    if (shown === this.#shown && !args) {
      return;
    }
    this.#shown = shown;
    if (this.#tool !== "") {
      const { value } = this.#read();
      if (isRecord(value)) {
        this.#kept.set(this.#tool, value);
      }
    }
    this.#tool = tool?.name ?? "";
    this.#form = formOf(tool?.inputSchema);
    this.#control = controlOf(this.#form);
    this.#mode = this.#forced ? "form" : this.#mode;
    this.#forced = false;
    this.#write(args ?? this.#kept.get(this.#tool) ?? prefill(this.#form));
    if (args && this.#mode === "form") {
      const { value, problems } = this.#read();
      this.#forced = problems.length > 0 || !survives(args, value);
      this.#mode = this.#forced ? "json" : "form";
    }
    this.#render();
    this.#say([]);
  }

  /** The arguments, or undefined after showing what is wrong with them. */
  submit(): Json | undefined {
    const { value, problems } = this.#read();
    const all = problems.length > 0 ? problems : check(this.#form, value);
    this.#say(all);
    if (all.length > 0) {
      // Input that can't be parsed can't be sent.
      this.#anyway.hidden = problems.length > 0;
      const first = this.querySelector<HTMLElement>("[aria-invalid=true]");
      first?.focus();
      // The message of a field is below its control.
      first?.closest(".field")?.scrollIntoView({ block: "nearest" });
      return undefined;
    }
    return isRecord(value) ? value : {};
  }

  /** The input, without what can't be parsed. */
  value(): Json {
    const { value } = this.#read();
    return isRecord(value) ? value : {};
  }

  #read(): { value: unknown; problems: Problem[] } {
    const problems: Problem[] = [];
    if (this.#mode === "form") {
      const value = this.#control.read("", problems);
      return { value: value ?? {}, problems };
    }
    try {
      const value: unknown = JSON.parse(this.#text.value.trim() || "{}");
      if (!isRecord(value)) {
        problems.push({ path: "", message: "Arguments are a JSON object." });
      }
      return { value, problems };
    } catch (error) {
      problems.push({ path: "", message: `Not JSON: ${error instanceof Error ? error.message : String(error)}` });
      return { value: undefined, problems };
    }
  }

  #write(value: Json): void {
    this.#control.write(value);
    this.#text.value = JSON.stringify(value, null, 2);
  }

  #switch(mode: Mode): void {
    if (mode === this.#mode) {
      return;
    }
    const { value, problems } = this.#read();
    if (mode === "form" && problems.length > 0) {
      this.#say(problems);
      return;
    }
    this.#mode = mode;
    this.#forced = false;
    this.#write(isRecord(value) ? value : {});
    this.#render();
    this.#say([]);
  }

  #render(): void {
    this.#modes.set(this.#mode);
    if (this.#mode === "json") {
      fill(this.#body, this.#text);
    } else if (this.#form.fields.length === 0) {
      fill(this.#body, h("p", { class: "quiet" }, this.#nothing));
    } else {
      fill(this.#body, this.#control.element);
    }
  }

  #sendAnyway(): void {
    const { value, problems } = this.#read();
    this.#say(problems);
    if (problems.length === 0 && isRecord(value)) {
      this.send(value);
    }
  }

  #say(problems: Problem[]): void {
    this.#anyway.hidden = true;
    const byPath = new Map<string, string>();
    for (const { path, message } of problems) {
      byPath.set(path, byPath.get(path) ?? message);
    }
    this.#control.show("", byPath);
    const general =
      this.#mode === "json"
        ? problems.map(({ path, message }) => (path === "" ? message : `${path.slice(1)}: ${message}`))
        : [];
    this.#summary.textContent = general.join("\n");
    this.#summary.hidden = general.length === 0;
    if (this.#mode === "json" && problems.length > 0) {
      this.#text.setAttribute("aria-invalid", "true");
    } else {
      this.#text.removeAttribute("aria-invalid");
    }
  }
}

customElements.define("oriel-arguments", ArgumentsForm);
