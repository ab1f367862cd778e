// hosts/detect.ts
import { openai } from "./openai.js";
import { connected, forced, platform } from "./platform.js";
var parseMarker = (marker2) => {
  if (marker2 == null || /^(false|0|no)$/.test(String(marker2))) return;
  const name = String(marker2.name ?? marker2);
  if (/chatgpt|openai/i.test(name)) return "chatgpt";
  return /mcp-?ui/i.test(name) ? "mcp-ui" : name === "standalone" ? name : "mcp-apps";
};
var places = [
  () => new URLSearchParams(location.search).get("mcp-host"),
  () => window.__MCP_HOST__,
  () => parent.__MCP_HOST__,
  () => document.documentElement.dataset.mcpHost,
  () => frameElement?.dataset.mcpHost
];
var marker = () => {
  for (const place of places)
    try {
      const found = parseMarker(place());
      if (found) return found;
    } catch {
    }
  return;
};
var detectPlatform = () => {
  const answered = platform();
  return forced() ?? marker() ?? (answered === "standalone" && openai() ? "chatgpt" : answered);
};
var detectPlatformAsync = async (timeout = 1e3) => {
  let timer;
  if (!forced() && !marker())
    await Promise.race([
      connected.catch(() => {
      }),
      new Promise((done) => {
        timer = setTimeout(done, timeout);
      })
    ]);
  clearTimeout(timer);
  return detectPlatform();
};
var isHostEnvironment = () => detectPlatform() !== "standalone";
var isHostEnvironmentAsync = async (timeout) => await detectPlatformAsync(timeout) !== "standalone";
export {
  detectPlatform,
  detectPlatformAsync,
  isHostEnvironment,
  isHostEnvironmentAsync
};
