// The controls of a form, one kind of field each.

import { h, icon, put, uniqueId } from "./dom.ts";
import type { Field } from "./schema/field.ts";
import { childPath } from "./schema/check.ts";
import type { Problem } from "./schema/check.ts";
import { suggest } from "./schema/prefill.ts";
import { isRecord } from "./wire.ts";
import type { Json } from "./wire.ts";

export interface Control {
  element: HTMLElement;
  /** The value, or undefined if the field is empty. Adds input that can't be parsed to problems. */
  read(path: string, problems: Problem[]): unknown;
  write(value: unknown): void;
  /** Shows the messages of this field and those below it. */
  show(path: string, problems: Map<string, string>): void;
}

// Lists of more choices than these are entered item by item.
const MOST_BOXES = 20;

export function controlOf(field: Field): Control {
  switch (field.kind) {
    case "group":
      return group(field);
    case "list":
      return field.items?.kind === "choice" && field.items.options.length <= MOST_BOXES ? boxes(field) : list(field);
    case "boolean":
      return field.required && !field.nullable
        ? toggle(field)
        : choice({
            ...field,
            options: [
              { value: true, label: "Yes" },
              { value: false, label: "No" },
            ],
          });
    case "choice":
      return choice(field);
    case "json":
      return code(field);
    default:
      return line(field);
  }
}

function frame(
  field: Field,
  input: HTMLElement & { id: string },
  extra?: HTMLElement,
): { element: HTMLElement; show: Control["show"] } {
  input.id = uniqueId("field");
  const message = h("p", { class: "field-problem", id: `${input.id}-problem`, hidden: true });
  const label =
    field.label &&
    h(
      "label",
      { class: "field-label", for: input.id },
      field.label,
      field.required ? null : h("span", { class: "field-optional" }, "optional"),
    );
  const help = field.description ? h("p", { class: "field-help", id: `${input.id}-help` }, field.description) : null;
  input.setAttribute("aria-describedby", `${input.id}-help ${input.id}-problem`);
  if (!field.label) {
    input.setAttribute("aria-label", field.name || "Item");
  }
  const element = h(
    "div",
    { class: "field", data: { kind: field.kind, name: field.name } },
    label || null,
    extra ?? input,
    help,
    message,
  );
  const show = (path: string, problems: Map<string, string>) => mark(input, message, problems.get(path));
  input.addEventListener("input", () => mark(input, message, undefined));
  return { element, show };
}

function mark(input: HTMLElement, message: HTMLElement, problem: string | undefined): void {
  message.textContent = problem ?? "";
  message.hidden = problem === undefined;
  if (problem === undefined) {
    input.removeAttribute("aria-invalid");
  } else {
    input.setAttribute("aria-invalid", "true");
  }
}

const inputTypes: Record<string, string> = { date: "date", time: "time", email: "email", uri: "url" };

function line(field: Field): Control {
  const number = field.kind !== "string";
  const input = h("input", {
    type: number ? "text" : (inputTypes[field.format] ?? "text"),
    inputmode: number ? (field.kind === "integer" ? "numeric" : "decimal") : undefined,
    spellcheck: "false",
    autocomplete: "off",
    placeholder: field.format === "date-time" ? "2026-06-21T21:30:00Z" : undefined,
  });
  const { element, show } = frame(field, input);
  return {
    element,
    show,
    write: (value) => (input.value = value === undefined || value === null ? "" : String(value)),
    read(path, problems) {
      const text = input.value;
      if (input.validity.badInput) {
        problems.push({ path, message: "This is not complete." });
        return undefined;
      }
      if (text === "") {
        return undefined;
      }
      if (!number) {
        return text;
      }
      const value = Number(text.trim().replace(",", "."));
      if (text.trim() === "" || Number.isNaN(value)) {
        problems.push({
          path,
          message: `A ${field.kind === "integer" ? "whole number such as 3" : "number such as 1.5"}.`,
        });
        return undefined;
      }
      return value;
    },
  };
}

function code(field: Field): Control {
  const input = h("textarea", { class: "code", rows: "3", spellcheck: "false", placeholder: "JSON" });
  const { element, show } = frame(field, input);
  return {
    element,
    show,
    write: (value) => (input.value = value === undefined ? "" : JSON.stringify(value, null, 2)),
    read(path, problems) {
      if (input.value.trim() === "") {
        return undefined;
      }
      try {
        return JSON.parse(input.value);
      } catch (error) {
        problems.push({ path, message: `Not JSON: ${error instanceof Error ? error.message : String(error)}` });
        return undefined;
      }
    },
  };
}

function toggle(field: Field): Control {
  const input = h("input", { type: "checkbox", role: "switch", class: "switch" });
  const { element, show } = frame(field, input);
  element.classList.add("field-switch");
  return { element, show, write: (value) => (input.checked = value === true), read: () => input.checked };
}

function choice(field: Field): Control {
  const select = h("select");
  if (!field.required) {
    select.append(h("option", { value: "" }, "Not set"));
  }
  for (const [i, option] of field.options.entries()) {
    select.append(h("option", { value: String(i + 1) }, option.label));
  }
  if (field.nullable) {
    select.append(h("option", { value: "null" }, "null"));
  }
  const { element, show } = frame(field, select, h("div", { class: "select" }, select, icon("chevron")));
  return {
    element,
    show,
    write(value) {
      const at = field.options.findIndex((option) => JSON.stringify(option.value) === JSON.stringify(value));
      select.value = value === null ? "null" : at >= 0 ? String(at + 1) : field.required ? "1" : "";
    },
    read() {
      if (select.value === "null") {
        return null;
      }
      return select.value === "" ? undefined : field.options[Number(select.value) - 1]?.value;
    },
  };
}

// A checkbox for each choice.
function boxes(field: Field): Control {
  const options = field.items?.options ?? [];
  const inputs = options.map(() => h("input", { type: "checkbox" }));
  const problem = h("p", { class: "field-problem", hidden: true });
  const element = h(
    "fieldset",
    { class: "field field-boxes", data: { kind: "choices" } },
    legend(field),
    ...inputs.map((input, i) => h("label", { class: "box" }, input, h("span", { dir: "auto" }, options[i]?.label))),
    field.description ? h("p", { class: "field-help" }, field.description) : null,
    problem,
  );
  element.addEventListener("input", () => mark(element, problem, undefined));
  return {
    element,
    write(value) {
      const set = new Set(Array.isArray(value) ? value.map((one) => JSON.stringify(one)) : []);
      inputs.forEach((input, i) => (input.checked = set.has(JSON.stringify(options[i]?.value))));
    },
    read() {
      const chosen = options.filter((_, i) => inputs[i]?.checked).map(({ value }) => value);
      return chosen.length === 0 && !field.required ? undefined : chosen;
    },
    show: (path, problems) => mark(element, problem, problems.get(path)),
  };
}

function legend(field: Field): HTMLElement | null {
  return field.label
    ? h(
        "legend",
        { class: "field-label" },
        field.label,
        field.required ? null : h("span", { class: "field-optional" }, "optional"),
      )
    : null;
}

function list(field: Field): Control {
  const items = field.items as Field;
  const rows: { control: Control; row: HTMLElement }[] = [];
  const body = h("div", { class: "list-rows" });
  const problem = h("p", { class: "field-problem", hidden: true });
  const add = (value: unknown) => {
    const control = controlOf({ ...items, label: items.kind === "group" ? `${field.label || "Item"}` : "" });
    const entry = { control, row: h("div", { class: "list-row" }, control.element) };
    const remove = h(
      "button",
      {
        type: "button",
        class: "icon-button",
        "aria-label": "Remove this item",
        title: "Remove",
        on: { click: () => drop(entry) },
      },
      icon("minus"),
    );
    entry.row.append(remove);
    control.write(value);
    rows.push(entry);
    body.append(entry.row);
    return control;
  };
  const drop = (entry: (typeof rows)[number]) => {
    rows.splice(rows.indexOf(entry), 1);
    entry.row.remove();
    more.focus();
  };
  const more = h(
    "button",
    {
      type: "button",
      class: "text-button",
      on: { click: () => add(suggest(items)).element.querySelector<HTMLElement>("input, select, textarea")?.focus() },
    },
    icon("plus"),
    "Add",
  );
  const element = h(
    "fieldset",
    { class: "field field-list" },
    legend(field),
    field.description ? h("p", { class: "field-help" }, field.description) : null,
    body,
    more,
    problem,
  );
  return {
    element,
    write(value) {
      rows.length = 0;
      body.replaceChildren();
      if (Array.isArray(value)) {
        value.forEach(add);
      }
    },
    read(path, problems) {
      if (rows.length === 0 && !field.required) {
        return undefined;
      }
      return rows.map(({ control }, i) => control.read(childPath(path, i), problems));
    },
    show(path, problems) {
      mark(element, problem, problems.get(path));
      rows.forEach(({ control }, i) => control.show(childPath(path, i), problems));
    },
  };
}

function group(field: Field): Control {
  const controls = field.fields.map((child) => ({ child, control: controlOf(child) }));
  const problem = h("p", { class: "field-problem", hidden: true });
  // Members that are not in the schema are kept.
  let rest: Json = {};
  const element =
    field.name === "" && field.label === ""
      ? h("div", { class: "fields" })
      : h(
          "fieldset",
          { class: "field field-group" },
          legend(field),
        );
  put(
    element,
    field.description && field.name !== "" ? h("p", { class: "field-help" }, field.description) : null,
    ...controls.map(({ control }) => control.element),
    problem,
  );
  return {
    element,
    write(value) {
      const from = isRecord(value) ? value : {};
      const named = new Set(field.fields.map((child) => child.name));
      rest = Object.fromEntries(Object.entries(from).filter(([key]) => !named.has(key)));
      for (const { child, control } of controls) {
        control.write(Object.hasOwn(from, child.name) ? from[child.name] : undefined);
      }
    },
    read(path, problems) {
      const value: Json = { ...rest };
      for (const { child, control } of controls) {
        const own = control.read(childPath(path, child.name), problems);
        if (own !== undefined) {
          value[child.name] = own;
        }
      }
      return !field.required && Object.keys(value).length === 0 ? undefined : value;
    },
    show(path, problems) {
      mark(element, problem, problems.get(path));
      for (const { child, control } of controls) {
        control.show(childPath(path, child.name), problems);
      }
    },
  };
}
