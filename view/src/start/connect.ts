import { dress } from "../page/appearance.ts";
import { context, updateContext } from "../data/context.ts";
import { appCapabilities } from "../protocol/handlers.ts";
import { forced } from "../hosts/platform.ts";
import { receive } from "../protocol/receive.ts";
import { object, text } from "../values/unchecked.ts";
import { adopt, openai } from "../hosts/openai.ts";
import { notify, request } from "../protocol/rpc.ts";
import { watchSize } from "../page/size.ts";
import { on, read, set, tell } from "../data/topics.ts";
import { alone, listen } from "../protocol/transport.ts";
import type { HostInfo, Platform } from "../values/types.ts";

/** How long window.openai waits for an answer to `ui/initialize` before it counts as all there is. */
const grace = 200;

let resolve: (platform: Platform) => void;
let reject: (error: unknown) => void;

/**
 * Resolves with the platform when a host has answered: `ui/initialize` was
 * answered, or only `window.openai` is there, or the page is not in a frame
 * (`"standalone"`). Rejects with a ViewError when a host refuses and there is no
 * `window.openai`. It stays pending as long as nothing answers, because a frame
 * alone is no host, and so do calls, which wait for it; {@link detectPlatformAsync}
 * does not.
 *
 * @example
 * connected.then((found) => console.log(found, hostInfo()?.name));
 */
export const connected: Promise<Platform> = new Promise<Platform>((yes, no) => {
  resolve = yes;
  reject = no;
});

/**
 * What the view runs in; `"standalone"` until something has answered. A forced platform wins.
 *
 * @example
 * console.log(platform());
 */
export const platform = (): Platform => forced() ?? read("platform") ?? "standalone";

/**
 * Who the host says it is, once it has answered `ui/initialize`.
 *
 * @example
 * title.textContent = hostInfo()?.name ?? "No host";
 */
export const hostInfo = (): HostInfo | undefined => {
  const host = read("host");
  return host && object(host.hostInfo ?? host.host);
};

/**
 * What the host says it can do (MCP Apps, `hostCapabilities`); empty until it has answered.
 *
 * @example
 * console.log("message" in hostCapabilities());
 */
export const hostCapabilities = (): Record<string, unknown> => {
  const host = read("host");
  return object(host?.hostCapabilities ?? host?.capabilities);
};

/** Settles what the view runs in. */
export const become = (found: Platform): void => {
  set("platform", found);
  resolve(platform());
};

const onlyOpenAI = (): void => {
  if (!read("host")) become("chatgpt");
};

let timer: unknown;
/** Looks at window.openai. Whatever is wrong with it, there is still the bridge. */
const look = (changed?: unknown): unknown =>
  tell((news) => {
    if (adopt(news)) timer ??= setTimeout(onlyOpenAI, grace);
  }, changed);

const meta = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** Takes the answer to `ui/initialize`. */
export const answered = (raw: unknown): void => {
  const host = object(raw);
  notify("ui/notifications/initialized");
  set("host", host);
  updateContext(host.hostContext);
  const bridged = context()["oriel/platform"];
  become(
    text(bridged)
      ? (bridged as Platform)
      : openai() && /chatgpt/i.test(text(hostInfo()?.name))
        ? "chatgpt"
        : "mcp-apps",
  );
};

/** Settles when the document is complete, scripts included; not a promise where it was. */
export const parsed = (): unknown =>
  document.readyState === "loading" && new Promise((done) => addEventListener("DOMContentLoaded", done));

/** What `ui/initialize` says. */
export const greeting = () => ({
  protocolVersion: "2026-01-26",
  appInfo: {
    name: meta("application-name") || document.title || "view",
    version: meta("version") || "0",
  },
  appCapabilities,
});

/** Installs the listeners and sends `ui/initialize`, in the task that imports the runtime. */
export const start = (): void => {
  on("context", dress);
  addEventListener("openai:set_globals", (event) => look((event as CustomEvent).detail));
  listen((message) => void receive(message).catch(reportError));
  look();
  // It may come late, and without an event.
  addEventListener("load", look);
  if (!alone)
    request("ui/initialize", greeting()).then(answered, (error) => (openai() ? onlyOpenAI() : reject(error)));
  else if (!openai()) become("standalone");

  connected.then(
    async (platform) => {
      await parsed();
      if (platform !== "standalone") watchSize();
    },
    // Whoever waits for it hears of it; nobody has to.
    () => {},
  );
};
