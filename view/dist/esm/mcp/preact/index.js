// mcp/preact/index.ts
export * from "../exports.js";
import { useApp, useAutoResize } from "./app.js";
export * from "./calls.js";
export * from "./data.js";
import { MCPProvider } from "./provider.js";
export * from "./styles.js";
export {
  MCPProvider,
  useApp,
  useAutoResize
};
