// Reads MCP's sampling/createMessage requests and creates their results.

import { isRecord } from "./wire.ts";
import type { Json } from "./wire.ts";

export interface SamplingMessage {
  role: string;
  /** Blocks of content. */
  content: unknown[];
}

export interface Sampling {
  system: string;
  messages: SamplingMessage[];
  /** Other parameters of the request, as texts for people. */
  wishes: [name: string, value: string][];
}

const MODEL = "oriel-workbench/person";

/** Reads a request. Members that are missing or of the wrong type are left out. */
export function readSampling(params: Json): Sampling {
  const list = Array.isArray(params["messages"]) ? params["messages"] : [];
  return {
    system: typeof params["systemPrompt"] === "string" ? params["systemPrompt"] : "",
    messages: list.filter(isRecord).map((message) => ({
      role: typeof message["role"] === "string" ? message["role"] : "",
      content: blocks(message["content"]),
    })),
    wishes: wishes(params),
  };
}

/** The CreateMessageResult for a text. */
export function samplingResult(text: string): Json {
  return { role: "assistant", content: { type: "text", text }, model: MODEL, stopReason: "endTurn" };
}

function blocks(content: unknown): unknown[] {
  if (content === undefined) {
    return [];
  }
  return Array.isArray(content) ? content : [typeof content === "string" ? { type: "text", text: content } : content];
}

function wishes(params: Json): [string, string][] {
  const preferences = isRecord(params["modelPreferences"]) ? params["modelPreferences"] : {};
  const hints = Array.isArray(preferences["hints"]) ? preferences["hints"] : [];
  const models = hints
    .map((hint) => (isRecord(hint) && typeof hint["name"] === "string" ? hint["name"] : ""))
    .filter((name) => name !== "");
  const tools = Array.isArray(params["tools"]) ? params["tools"] : [];
  const names = tools.map((tool) => (isRecord(tool) && typeof tool["name"] === "string" ? tool["name"] : "?"));
  const stops = Array.isArray(params["stopSequences"]) ? params["stopSequences"].map((one) => JSON.stringify(one)) : [];
  const found: [string, string][] = [
    ["Model", models.join(", ")],
    ["Speed", weight(preferences["speedPriority"])],
    ["Intelligence", weight(preferences["intelligencePriority"])],
    ["Cost", weight(preferences["costPriority"])],
    ["At most", typeof params["maxTokens"] === "number" ? `${params["maxTokens"]} tokens` : ""],
    ["Temperature", typeof params["temperature"] === "number" ? String(params["temperature"]) : ""],
    ["Stop at", stops.join(", ")],
    ["Context", params["includeContext"] === "none" ? "" : text(params["includeContext"])],
    ["Tools", names.join(", ")],
  ];
  return found.filter(([, value]) => value !== "");
}

function weight(value: unknown): string {
  return typeof value === "number" ? `${value} of 1` : "";
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
