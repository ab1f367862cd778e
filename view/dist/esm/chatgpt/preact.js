// chatgpt/preact.ts
export * from "./preact/index.js";
import "../start/start.js";
