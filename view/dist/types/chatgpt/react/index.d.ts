export * from "../native.js";
export * from "./calls.js";
export * from "./data.js";
export { useOpenAI, useOpenAIGlobal } from "./globals.js";
export { ChatGPTProvider } from "./provider.js";
export type { ChatGPTProviderProps } from "./provider.js";
