// Generated from ../react by tools/assets. DO NOT EDIT.
export * from "../exports.ts";
export { useApp, useAutoResize } from "./app.ts";
export type { AppState, UseAppOptions } from "./app.ts";
export * from "./calls.ts";
export * from "./data.ts";
export { MCPProvider } from "./provider.ts";
export type { MCPProviderProps } from "./provider.ts";
export * from "./styles.ts";
