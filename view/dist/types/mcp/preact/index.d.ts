export * from "../exports.js";
export { useApp, useAutoResize } from "./app.js";
export type { AppState, UseAppOptions } from "./app.js";
export * from "./calls.js";
export * from "./data.js";
export { MCPProvider } from "./provider.js";
export type { MCPProviderProps } from "./provider.js";
export * from "./styles.js";
