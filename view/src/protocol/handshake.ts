import type { Platform } from "../values/types.ts";
import { object, text } from "../values/unchecked.ts";
import { context, updateContext } from "../data/context.ts";
import { set } from "../data/topics.ts";
import { hostInfo } from "../hosts/host.ts";
import { openai } from "../hosts/openai.ts";
import { setPlatform } from "../hosts/platform.ts";
import { appCapabilities } from "./handlers.ts";
import { notify } from "./rpc.ts";

const meta = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** The params of `ui/initialize`. */
export const initializeParams = () => ({
  protocolVersion: "2026-01-26",
  appInfo: {
    name: meta("application-name") || document.title || "view",
    version: meta("version") || "0",
  },
  appCapabilities,
});

/** Takes the host's answer to `ui/initialize`. */
export const initialized = (raw: unknown): void => {
  const host = object(raw);
  notify("ui/notifications/initialized");
  set("host", host);
  updateContext(host.hostContext);
  // The MCP-UI bridge says what it is.
  setPlatform(
    (text(context()["oriel/platform"]) as Platform) ||
      (openai() && /chatgpt/i.test(text(hostInfo()?.name)) ? "chatgpt" : "mcp-apps"),
  );
};
