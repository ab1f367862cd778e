import type { Heard, Manners, Question } from "./report.ts";

/** What a client has that has everything. */
export const capabilities = {
  elicitation: { form: {} },
  sampling: {},
  roots: {},
  extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
};

export const model = {
  role: "assistant" as const, model: "a model", stopReason: "endTurn" as const,
  content: { type: "text" as const, text: "drizzle" },
};

export const roots = { roots: [{ uri: "file:///home/ada", name: "home" }] };

const values: Record<string, string | number> = { name: "Ada", seats: 2, colour: "teal" };

/** Answers a form as a person would: with what is required, if at all. */
export function answerTo(
  form: unknown, manners: Manners, asked: Heard<Question>,
): { action: Manners; content?: Record<string, string | number> } {
  const { message, requestedSchema } = form as {
    message: string;
    requestedSchema: { properties: Record<string, unknown>; required?: string[] };
  };
  asked.push({ message, fields: Object.keys(requestedSchema.properties).sort() });
  if (manners !== "accept") return { action: manners };
  const content: Record<string, string | number> = {};
  for (const field of requestedSchema.required ?? []) {
    const value = values[field];
    if (value === undefined) throw new Error("nobody knows what to say to " + field);
    content[field] = value;
  }
  return { action: "accept", content };
}
