// mcp/native.ts
export * from "./exports.js";
import "../start/start.js";
