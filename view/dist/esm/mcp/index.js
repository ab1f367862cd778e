// mcp/index.ts
export * from "./react/index.js";
import "../start/start.js";
