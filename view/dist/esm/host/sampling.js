// host/sampling.ts
import { isRecord } from "./types.js";
import { blockFault } from "./content.js";
import { invalid } from "./params.js";
var contexts = ["none", "thisServer", "allServers"];
var choices = ["auto", "required", "none"];
function checkSampling(params) {
  const fault = faultIn(params);
  if (fault) {
    throw invalid(`sampling/createMessage: ${fault}`);
  }
}
function wantsTools({ tools, toolChoice }) {
  return tools !== void 0 || toolChoice !== void 0;
}
function faultIn(params) {
  const { messages, maxTokens, systemPrompt, temperature, stopSequences, modelPreferences, includeContext } = params;
  if (!Array.isArray(messages) || messages.length === 0) {
    return 'messages is a list of {role: "user" or "assistant", content: {type: "text", text: "…"}}.';
  }
  for (const message of messages) {
    const fault = messageFault(message);
    if (fault) {
      return fault;
    }
  }
  if (typeof maxTokens !== "number" || !Number.isInteger(maxTokens) || maxTokens < 1) {
    return "maxTokens is a whole number, 1 or more.";
  }
  if (systemPrompt !== void 0 && typeof systemPrompt !== "string") {
    return "systemPrompt is a text.";
  }
  if (temperature !== void 0 && !(typeof temperature === "number" && Number.isFinite(temperature))) {
    return "temperature is a number.";
  }
  if (stopSequences !== void 0 && !isListOf(stopSequences, (one) => typeof one === "string")) {
    return "stopSequences is a list of texts.";
  }
  if (modelPreferences !== void 0 && !isRecord(modelPreferences)) {
    return "modelPreferences is an object.";
  }
  if (includeContext !== void 0 && !contexts.includes(includeContext)) {
    return `includeContext is one of ${contexts.join(", ")}.`;
  }
  return toolsFault(params);
}
function toolsFault({ tools, toolChoice }) {
  if (tools !== void 0 && !isListOf(tools, (one) => isRecord(one) && typeof one["name"] === "string")) {
    return "tools is a list of tools, each with a name.";
  }
  const mode = isRecord(toolChoice) ? toolChoice["mode"] ?? "auto" : void 0;
  if (toolChoice !== void 0 && !choices.includes(mode)) {
    return `toolChoice is {mode: "…"} with one of ${choices.join(", ")}.`;
  }
  return void 0;
}
function messageFault(message) {
  if (!isRecord(message) || message["role"] !== "user" && message["role"] !== "assistant") {
    return 'the role of a message is "user" or "assistant".';
  }
  const { content } = message;
  const blocks = Array.isArray(content) ? content : [content];
  return blocks.map((block) => blockFault(block, true)).find((fault) => fault !== void 0);
}
function isListOf(value, test) {
  return Array.isArray(value) && value.every(test);
}
export {
  checkSampling,
  wantsTools
};
