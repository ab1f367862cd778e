// Generated from ../react by tools/assets. DO NOT EDIT.
export * from "../native.ts";
export * from "./calls.ts";
export * from "./data.ts";
export { useOpenAI, useOpenAIGlobal } from "./globals.ts";
export { ChatGPTProvider } from "./provider.ts";
export type { ChatGPTProviderProps } from "./provider.ts";
