// What to ask before a template or a prompt can be sent, as schemas that the
// arguments form can show.

import type { Template } from "./template.ts";
import { isRecord } from "./wire.ts";
import type { Json, Prompt } from "./wire.ts";

/** A prompt's arguments; all of them are texts. */
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

/** A template's variables; none has to be given. */
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

/** The values of a form as texts, which is all that a prompt and a template take. */
export function asTexts(values: Json): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}
