// The initial arguments of a form: the examples and defaults in its schema.

import { isRecord } from "../wire.ts";
import type { Json } from "../wire.ts";
import type { Field } from "./field.ts";

export function prefill(form: Field): Json {
  const value = suggest(form);
  return isRecord(value) ? value : {};
}

/** The initial value of a field; undefined leaves it empty. */
export function suggest(field: Field): unknown {
  if (field.kind === "group") {
    const own: Json = {};
    for (const child of field.fields) {
      const value = suggest(child);
      if (value !== undefined) {
        own[child.name] = value;
      }
    }
    const whole = isRecord(field.suggestion) ? structuredClone(field.suggestion) : {};
    const merged = { ...own, ...whole };
    return field.required || Object.keys(merged).length > 0 ? merged : undefined;
  }
  if (field.suggestion !== undefined) {
    return structuredClone(field.suggestion);
  }
  if (!field.required) {
    return undefined;
  }
  switch (field.kind) {
    case "choice":
      return structuredClone(field.options[0]?.value);
    case "boolean":
      return false;
    case "list":
      return field.limits.minItems ? undefined : [];
    default:
      return undefined;
  }
}

/** Whether the schema has a value for a field, or for all its required children. */
export function isComplete(field: Field): boolean {
  if (field.suggestion !== undefined) {
    return true;
  }
  return field.kind === "group" && field.fields.every((child) => !child.required || isComplete(child));
}

/** Whether the form keeps every given member unchanged. */
export function survives(given: Json, read: unknown): boolean {
  return isRecord(read) && Object.entries(given).every(([name, value]) => same(value, read[name]));
}

function same(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, i) => same(value, b[i]));
  }
  if (isRecord(a) && isRecord(b)) {
    return survives(a, b);
  }
  return Object.is(a, b);
}
