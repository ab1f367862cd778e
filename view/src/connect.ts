import { dress } from "./appearance.ts";
import { updateContext } from "./context.ts";
import { receive } from "./inbound.ts";
import { object } from "./object.ts";
import { isOld } from "./old.ts";
import { adopt, openai } from "./openai.ts";
import { notify, request } from "./rpc.ts";
import { watchSize } from "./size.ts";
import { on, read, set } from "./store.ts";
import { alone, listen } from "./transport.ts";
import type { HostInfo, Platform } from "./types.ts";

/** How long window.openai waits for an answer to `ui/initialize` before it counts as all there is. */
const grace = 200;

let resolve: (platform: Platform) => void;
let reject: (error: unknown) => void;

/**
 * Resolves with the platform when a host has answered: `ui/initialize` was
 * answered, or only `window.openai` is there, or the page is not in a frame
 * (`"standalone"`). Rejects with a ViewError when a host refuses and there is no
 * `window.openai`. It stays pending as long as nothing answers: a frame alone is
 * no host.
 */
export const connected: Promise<Platform> = new Promise<Platform>((yes, no) => {
  resolve = yes;
  reject = no;
});

/** What the view runs in; `"standalone"` until something has answered. */
export const platform = (): Platform => read("platform") ?? "standalone";

/** Who the host says it is, once it has answered `ui/initialize`. */
export const hostInfo = (): HostInfo | undefined => {
  const host = read("host");
  return host && object(host.hostInfo ?? host.host);
};

/** What the host says it can do (MCP Apps, `hostCapabilities`); empty until it has answered. */
export const hostCapabilities = (): Record<string, unknown> => {
  const host = read("host");
  return object(host?.hostCapabilities ?? host?.capabilities);
};

const become = (platform: Platform): void => {
  set("platform", platform);
  resolve(platform);
};

const onlyOpenAI = (): void => {
  if (!read("host")) become("chatgpt");
};

let timer: unknown;
const look = (changed?: unknown): void => {
  try {
    if (adopt(changed)) timer ??= setTimeout(onlyOpenAI, grace);
  } catch (error) {
    // Whatever is wrong with it, there is still the bridge.
    reportError(error);
  }
};

const meta = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

const answered = (raw: unknown): void => {
  const host = object(raw);
  notify("ui/notifications/initialized");
  set("host", host);
  updateContext(host.hostContext);
  become(
    object(host.hostContext)["oriel/platform"] ??
      (openai() && /chatgpt/i.test(hostInfo()?.name ?? "") ? "chatgpt" : "mcp-apps"),
  );
};

const reportHeight = (height: number): void => {
  if (read("host")) {
    notify("ui/notifications/size-changed", { height });
    if (isOld()) for (const name of ["ui/size-change", "ui/notifications/size-change"]) notify(name, { height });
  } else openai()?.notifyIntrinsicHeight?.(height);
};

const parsed = (): unknown =>
  document.readyState === "loading" && new Promise((done) => addEventListener("DOMContentLoaded", done));

/** Installs the listeners and sends `ui/initialize`, in the task that imports the runtime. */
export const start = (): void => {
  on("context", dress);
  addEventListener("openai:set_globals", (event) => look((event as CustomEvent).detail?.globals));
  listen(receive);
  look();
  if (!alone)
    request("ui/initialize", {
      protocolVersion: "2026-01-26",
      appInfo: {
        name: meta("application-name") || document.title || "view",
        version: meta("version") || "0",
      },
      appCapabilities: { availableDisplayModes: ["inline", "fullscreen", "pip"] },
    }).then(answered, (error) => (openai() ? onlyOpenAI() : reject(error)));
  else if (!openai()) become("standalone");

  connected.then(
    async (platform) => {
      await parsed();
      if (platform !== "standalone") watchSize(reportHeight);
    },
    // Whoever waits for it hears of it; nobody has to.
    () => {},
  );
};
