// Converts a JSON Schema to a form.

import { isRecord } from "../wire.ts";
import type { Json } from "../wire.ts";

export type FieldKind = "string" | "number" | "integer" | "boolean" | "choice" | "list" | "group" | "json";

export interface Limits {
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
}

export interface Field {
  name: string;
  label: string;
  description: string;
  kind: FieldKind;
  required: boolean;
  /** Whether null is a valid value. */
  nullable: boolean;
  format: string;
  limits: Limits;
  /** An example or default value in the schema, or undefined. */
  suggestion: unknown;
  /** For kind "choice". */
  options: { value: unknown; label: string }[];
  /** For kind "list". */
  items: Field | undefined;
  /** For kind "group". */
  fields: Field[];
}

const DEEPEST = 8;
const limitKeys = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "uniqueItems",
] as const;

/** The form of a tool's input schema. What a form can't show becomes a JSON field. */
export function formOf(schema: unknown): Field {
  const root = isRecord(schema) ? schema : {};
  const field = read(root, root, "", true, 0);
  return field.kind === "group" ? field : { ...field, kind: "group", fields: [] };
}

function read(schema: unknown, root: Json, name: string, required: boolean, depth: number): Field {
  const { schema: plain, nullable } = simplify(schema, root, depth);
  const field: Field = {
    name,
    label: text(plain["title"]) || name,
    description: text(plain["description"]),
    kind: "json",
    required,
    nullable,
    format: text(plain["format"]),
    limits: limitsOf(plain),
    suggestion: suggestionOf(plain),
    options: [],
    items: undefined,
    fields: [],
  };
  const options = optionsOf(plain);
  if (options) {
    return { ...field, kind: "choice", options };
  }
  switch (typeOf(plain)) {
    case "string":
    case "number":
    case "integer":
    case "boolean":
      return { ...field, kind: typeOf(plain) as FieldKind };
    case "array":
      if (depth < DEEPEST && isRecord(plain["items"])) {
        return { ...field, kind: "list", items: read(plain["items"], root, "", true, depth + 1) };
      }
      return field;
    case "object":
      if (depth < DEEPEST && (isRecord(plain["properties"]) || depth === 0)) {
        return { ...field, kind: "group", fields: fieldsOf(plain, root, depth) };
      }
      return field;
    default:
      return field;
  }
}

function fieldsOf(schema: Json, root: Json, depth: number): Field[] {
  const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  return Object.entries(properties).map(([name, property]) =>
    read(property, root, name, required.has(name), depth + 1),
  );
}

// Resolves references, merges an allOf with one schema, and removes null from unions.
function simplify(schema: unknown, root: Json, depth: number): { schema: Json; nullable: boolean } {
  let plain: Json = isRecord(schema) ? schema : {};
  let nullable = false;
  for (let step = 0; step < DEEPEST - Math.min(depth, DEEPEST) + 1; step++) {
    const { $ref, ...own } = plain;
    if (typeof $ref === "string") {
      plain = { ...resolve($ref, root), ...own };
      continue;
    }
    const all = plain["allOf"];
    if (Array.isArray(all) && all.length === 1 && isRecord(all[0])) {
      const { allOf: _, ...outer } = plain;
      plain = { ...all[0], ...outer };
      continue;
    }
    const union = plain["anyOf"] ?? plain["oneOf"];
    if (Array.isArray(union)) {
      const real = union.filter((one) => !(isRecord(one) && one["type"] === "null"));
      if (real.length < union.length) {
        nullable = true;
        const { anyOf: _any, oneOf: _one, ...outer } = plain;
        plain = real.length === 1 && isRecord(real[0]) ? { ...real[0], ...outer } : { ...outer, anyOf: real };
        continue;
      }
    }
    break;
  }
  const type = plain["type"];
  if (Array.isArray(type) && type.includes("null")) {
    nullable = true;
    const real = type.filter((one) => one !== "null");
    plain = { ...plain, type: real.length === 1 ? real[0] : real };
  }
  return { schema: plain, nullable };
}

function resolve(ref: string, root: Json): Json {
  if (!ref.startsWith("#")) {
    return {};
  }
  let at: unknown = root;
  for (const part of ref
    .slice(1)
    .split("/")
    .filter((one) => one !== "")) {
    const key = safeDecode(part).replaceAll("~1", "/").replaceAll("~0", "~");
    at = isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return isRecord(at) ? at : {};
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function typeOf(schema: Json): string {
  if (typeof schema["type"] === "string") {
    return schema["type"];
  }
  return isRecord(schema["properties"]) ? "object" : "";
}

function optionsOf(schema: Json): { value: unknown; label: string }[] | undefined {
  if (Array.isArray(schema["enum"]) && schema["enum"].length > 0) {
    const names = Array.isArray(schema["enumNames"]) ? schema["enumNames"] : [];
    return schema["enum"]
      .map((value, i) => ({ value, label: text(names[i]) || labelOf(value) }))
      .filter(({ value }) => value !== null);
  }
  if ("const" in schema) {
    return [{ value: schema["const"], label: labelOf(schema["const"]) }];
  }
  const union = schema["oneOf"] ?? schema["anyOf"];
  if (Array.isArray(union) && union.length > 0 && union.every((one) => isRecord(one) && "const" in one)) {
    return (union as Json[]).map((one) => ({
      value: one["const"],
      label: text(one["title"]) || labelOf(one["const"]),
    }));
  }
  return undefined;
}

function labelOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function suggestionOf(schema: Json): unknown {
  const examples = schema["examples"];
  if (Array.isArray(examples) && examples.length > 0) {
    return examples[0];
  }
  return schema["example"] ?? schema["default"] ?? schema["const"];
}

function limitsOf(schema: Json): Limits {
  const limits: Json = {};
  for (const key of limitKeys) {
    const value = schema[key];
    const wanted = key === "pattern" ? "string" : key === "uniqueItems" ? "boolean" : "number";
    if (typeof value === wanted) {
      limits[key] = value;
    }
  }
  return limits as Limits;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
