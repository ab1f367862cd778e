// Checks for MCP's sampling/createMessage from views.

import { isRecord } from "./types.ts";
import type { Json } from "./types.ts";
import { blockFault } from "./content.ts";
import { invalid } from "./params.ts";

const contexts = ["none", "thisServer", "allServers"];
const choices = ["auto", "required", "none"];

/** Throws the error for the view if the request is invalid. */
export function checkSampling(params: Json): void {
  const fault = faultIn(params);
  if (fault) {
    throw invalid(`sampling/createMessage: ${fault}`);
  }
}

/** Whether the model may call tools in its answer. */
export function wantsTools({ tools, toolChoice }: Json): boolean {
  return tools !== undefined || toolChoice !== undefined;
}

function faultIn(params: Json): string | undefined {
  const { messages, maxTokens, systemPrompt, temperature, stopSequences, modelPreferences, includeContext } = params;
  if (!Array.isArray(messages) || messages.length === 0) {
    return 'messages is a list of {role: "user" or "assistant", content: {type: "text", text: "…"}}.';
  }
  for (const message of messages as unknown[]) {
    const fault = messageFault(message);
    if (fault) {
      return fault;
    }
  }
  if (typeof maxTokens !== "number" || !Number.isInteger(maxTokens) || maxTokens < 1) {
    return "maxTokens is a whole number, 1 or more.";
  }
  if (systemPrompt !== undefined && typeof systemPrompt !== "string") {
    return "systemPrompt is a text.";
  }
  if (temperature !== undefined && !(typeof temperature === "number" && Number.isFinite(temperature))) {
    return "temperature is a number.";
  }
  if (stopSequences !== undefined && !isListOf(stopSequences, (one) => typeof one === "string")) {
    return "stopSequences is a list of texts.";
  }
  if (modelPreferences !== undefined && !isRecord(modelPreferences)) {
    return "modelPreferences is an object.";
  }
  if (includeContext !== undefined && !contexts.includes(includeContext as string)) {
    return `includeContext is one of ${contexts.join(", ")}.`;
  }
  return toolsFault(params);
}

function toolsFault({ tools, toolChoice }: Json): string | undefined {
  if (tools !== undefined && !isListOf(tools, (one) => isRecord(one) && typeof one["name"] === "string")) {
    return "tools is a list of tools, each with a name.";
  }
  const mode = isRecord(toolChoice) ? (toolChoice["mode"] ?? "auto") : undefined;
  if (toolChoice !== undefined && !choices.includes(mode as string)) {
    return `toolChoice is {mode: "…"} with one of ${choices.join(", ")}.`;
  }
  return undefined;
}

function messageFault(message: unknown): string | undefined {
  if (!isRecord(message) || (message["role"] !== "user" && message["role"] !== "assistant")) {
    return 'the role of a message is "user" or "assistant".';
  }
  const { content } = message;
  const blocks: unknown[] = Array.isArray(content) ? content : [content];
  return blocks.map((block) => blockFault(block, true)).find((fault) => fault !== undefined);
}

function isListOf(value: unknown, test: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(test);
}
