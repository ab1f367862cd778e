// The inputs of templates and prompts as JSON schemas, for the arguments form.

import type { Template } from "./template.ts";
import { isRecord } from "./wire.ts";
import type { Json, Prompt } from "./wire.ts";

/** The schema of a prompt's arguments, which are all texts. */
export function promptSchema(prompt: Prompt): Json {
  const list = (Array.isArray(prompt.arguments) ? prompt.arguments : []).filter(
    (one) => isRecord(one) && typeof one.name === "string",
  );
  return {
    type: "object",
    properties: Object.fromEntries(
      list.map(({ name, title, description }) => [
        name,
        { type: "string", ...(title ? { title } : {}), ...(description ? { description } : {}) },
      ]),
    ),
    required: list.filter((one) => one.required === true).map((one) => one.name),
  };
}

/** The schema of a template's variables, which are all optional. */
export function templateSchema({ variables }: Template): Json {
  const help = ({ prefix, list }: Template["variables"][number]) =>
    list ? "One value; the template would take a list." : prefix ? `The first ${prefix} characters are taken.` : "";
  return {
    type: "object",
    properties: Object.fromEntries(
      variables.map((one) => [one.name, { type: "string", ...(help(one) ? { description: help(one) } : {}) }]),
    ),
  };
}

/** Converts a form's values to texts, for prompts and templates. */
export function asTexts(values: Json): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}
