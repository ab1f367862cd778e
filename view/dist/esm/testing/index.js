// testing/index.ts
import { chatGPTHost } from "./chatgpt.js";
import { HostError } from "./error.js";
import { mcpAppsHost } from "./mcp-apps.js";
import { mcpUIHost } from "./mcp-ui.js";
export {
  HostError,
  chatGPTHost,
  mcpAppsHost,
  mcpUIHost
};
