// chatgpt/index.ts
export * from "./react/index.js";
import "../start/start.js";
