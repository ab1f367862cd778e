// chatgpt/react/index.ts
export * from "../native.js";
export * from "./calls.js";
export * from "./data.js";
import { useOpenAI, useOpenAIGlobal } from "./globals.js";
import { ChatGPTProvider } from "./provider.js";
export {
  ChatGPTProvider,
  useOpenAI,
  useOpenAIGlobal
};
