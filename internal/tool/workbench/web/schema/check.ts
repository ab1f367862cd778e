// Checks arguments against a form, with a message for each invalid field.

import { isRecord } from "../wire.ts";
import type { Field, Limits } from "./field.ts";
import { fits } from "./pattern.ts";

export interface Problem {
  /** A JSON pointer: "/places/0/name". */
  path: string;
  message: string;
}

export function check(form: Field, value: unknown): Problem[] {
  const problems: Problem[] = [];
  inspect(form, value, "", problems);
  return problems;
}

export function childPath(path: string, key: string | number): string {
  return `${path}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function inspect(field: Field, value: unknown, path: string, out: Problem[]): void {
  if (value === undefined) {
    if (field.required) {
      out.push({ path, message: "Required." });
    }
    return;
  }
  if (value === null && field.nullable) {
    return;
  }
  const message = faultOf(field, value);
  if (message) {
    out.push({ path, message });
    return;
  }
  if (field.kind === "group" && isRecord(value)) {
    for (const child of field.fields) {
      inspect(
        child,
        Object.hasOwn(value, child.name) ? value[child.name] : undefined,
        childPath(path, child.name),
        out,
      );
    }
  }
  if (field.kind === "list" && Array.isArray(value) && field.items) {
    for (const [i, item] of value.entries()) {
      inspect(field.items, item, childPath(path, i), out);
    }
  }
}

function faultOf(field: Field, value: unknown): string {
  switch (field.kind) {
    case "string":
      return typeof value === "string" ? textFault(value, field.limits, field.format) : "This has to be text.";
    case "number":
      return typeof value === "number" && Number.isFinite(value)
        ? numberFault(value, field.limits)
        : "This has to be a number.";
    case "integer":
      return typeof value === "number" && Number.isInteger(value)
        ? numberFault(value, field.limits)
        : "This has to be a whole number.";
    case "boolean":
      return typeof value === "boolean" ? "" : "This has to be true or false.";
    case "choice": {
      const same = (one: unknown) => JSON.stringify(one) === JSON.stringify(value);
      return field.options.some((option) => same(option.value))
        ? ""
        : `Choose one of ${field.options.map((option) => option.label).join(", ")}.`;
    }
    case "list":
      return Array.isArray(value) ? listFault(value, field.limits) : "This has to be a list.";
    case "group":
      return isRecord(value) ? "" : "This has to be an object.";
    case "json":
      return "";
  }
}

function numberFault(value: number, limits: Limits): string {
  if (limits.minimum !== undefined && value < limits.minimum) {
    return `At least ${limits.minimum}.`;
  }
  if (limits.maximum !== undefined && value > limits.maximum) {
    return `At most ${limits.maximum}.`;
  }
  if (limits.exclusiveMinimum !== undefined && value <= limits.exclusiveMinimum) {
    return `More than ${limits.exclusiveMinimum}.`;
  }
  if (limits.exclusiveMaximum !== undefined && value >= limits.exclusiveMaximum) {
    return `Less than ${limits.exclusiveMaximum}.`;
  }
  if (limits.multipleOf && Math.abs(value / limits.multipleOf - Math.round(value / limits.multipleOf)) > 1e-9) {
    return `A multiple of ${limits.multipleOf}.`;
  }
  return "";
}

function textFault(value: string, limits: Limits, format: string): string {
  const length = [...value].length;
  if (limits.minLength !== undefined && length < limits.minLength) {
    return `At least ${limits.minLength} character${limits.minLength === 1 ? "" : "s"}.`;
  }
  if (limits.maxLength !== undefined && length > limits.maxLength) {
    return `At most ${limits.maxLength} characters; these are ${length}.`;
  }
  if (limits.pattern !== undefined && !fits(limits.pattern, value)) {
    return `This has to match ${limits.pattern}.`;
  }
  return formatFault(value, format);
}

const formats: Record<string, [shape: RegExp, message: string]> = {
  date: [/^\d{4}-\d{2}-\d{2}$/, "A date such as 2026-06-21."],
  time: [/^\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/i, "A time such as 21:30."],
  "date-time": [
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i,
    "A date and time such as 2026-06-21T21:30:00Z.",
  ],
  email: [/^[^\s@]+@[^\s@]+$/, "An address such as ada@example.com."],
  uri: [/^[a-z][a-z0-9+.-]*:\S+$/i, "An address such as https://example.com."],
};

function formatFault(value: string, format: string): string {
  const rule = Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (!rule) {
    return "";
  }
  const [shape, message] = rule;
  const day = format.startsWith("date") ? value.slice(0, 10) : "";
  const real = day === "" || !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
  return shape.test(value) && real ? "" : message;
}

function listFault(value: unknown[], limits: Limits): string {
  if (limits.minItems !== undefined && value.length < limits.minItems) {
    return `At least ${limits.minItems} item${limits.minItems === 1 ? "" : "s"}.`;
  }
  if (limits.maxItems !== undefined && value.length > limits.maxItems) {
    return `At most ${limits.maxItems} items.`;
  }
  if (limits.uniqueItems && new Set(value.map((item) => JSON.stringify(item))).size < value.length) {
    return "No item twice.";
  }
  return "";
}
