import { ViewError } from "../values/error.ts";
import type { Transport } from "../values/types.ts";
import { json, object, text } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import { callHandler, read } from "../data/topics.ts";
import { openai } from "../hosts/openai.ts";
import { forced, setPlatform } from "../hosts/platform.ts";
import { initializeParams } from "./handshake.ts";
import { receive } from "./receive.ts";
import { requestCount } from "./rpc.ts";
import { listen, send, setTransport, standalone } from "./transport.ts";

/** Who the view says it is. */
export interface AppInfo {
  name: string;
  version: string;
  /** For people. */
  title?: string;
  /** An address, and whatever else MCP's `Implementation` has. */
  [key: string]: unknown;
}

/** Holds `ui/initialize` back until the end of the task that imports the runtime. */
const holdHandshake = () => {
  const wasStandalone = standalone;
  /** The request that is held; undefined when it was sent before this could hold it. */
  let held: Loose | undefined;
  let info: Loose = { appInfo: {}, appCapabilities: {} };
  /** The info, as JSON, that was sent or that the page has been warned about. */
  let reported: string | undefined;

  const holding: Transport = {
    listen(handler) {
      setTransport(original);
      listen((message) => {
        if (!opening.transport) handler(message);
      });
      setTransport(holding);
    },
    send(message) {
      held = message;
      setTransport(original, wasStandalone);
      queueMicrotask(() => {
        opening.isOver = true;
        callHandler(opening.begin, undefined);
      });
    },
  };
  // A page may load this later, in a chunk, when the handshake was sent, or there was no host to send it to.
  const hasBegun = requestCount > 0 || !!read("platform") || (wasStandalone && !!openai());
  const original = hasBegun ? undefined : setTransport(holding);

  const opening = {
    /** What is used instead of the host. */
    transport: undefined as Transport | undefined,
    /** Begins as the runtime would have done without holding the handshake. */
    begin(): void {
      if (!wasStandalone && forced() !== "standalone") send(opening.handshake());
      else if (!openai()) setPlatform("standalone");
    },
    /** Whether the handshake can no longer be held. */
    isOver: hasBegun,
    /** `ui/initialize`, with the info that is set now. */
    handshake(): Loose {
      reported = json(info);
      const { appInfo, appCapabilities, ...rest } = initializeParams();
      return {
        jsonrpc: "2.0",
        id: held?.id,
        method: "ui/initialize",
        params: {
          ...rest,
          appInfo: { ...appInfo, ...info.appInfo },
          appCapabilities: { ...appCapabilities, ...info.appCapabilities },
        },
      };
    },
    receive: (message: unknown): void => void receive(message).catch(reportError),
    setInfo(appInfo: unknown, appCapabilities: unknown): void {
      const { name, version, ...rest } = object(appInfo);
      const next = json({
        appInfo: { ...rest, ...(text(name) && { name: text(name) }), ...(text(version) && { version: text(version) }) },
        appCapabilities: object(appCapabilities),
      });
      if (!next) throw new ViewError(-32602, "appInfo and appCapabilities have to be JSON");
      info = JSON.parse(next);
      if (reported === undefined || reported === next) return;
      reported = next;
      console.warn(
        "Oriel: ui/initialize has been sent without this appInfo. Say it in the task that imports @oriel/view: " +
          "call introduce() at the top of the view's first file, or render the view with mount().",
      );
    },
  };
  if (hasBegun && !wasStandalone) reported = json(info);
  return opening;
};

/** The handshake, as long as it is held. */
export const opening = /* @__PURE__ */ holdHandshake();

/**
 * Says who the view is and what it can do, for `ui/initialize`. A page that uses
 * this sends it at the end of the task that imports the runtime instead of at
 * once, so it has to be called there: at the top of the view's first file, not in a
 * timer or after an `await`. A later call, if it says something else, is kept
 * back, with a warning in the console: a host is greeted once. A script after the
 * runtime's in a page of HTML is later; there, and wherever it is not called, the
 * page's `<meta name="application-name">`, else its title, and `<meta name="version">` say it.
 *
 * @param appInfo - Name and version; what is left out or is no text, the page says.
 * @param appCapabilities - What the view can do, beside what the runtime says of itself.
 * @throws ViewError -32602: what is no JSON.
 * @local
 * @example
 * introduce({ name: "almanac", version: "1.2.3" });
 */
export const introduce = (appInfo?: Partial<AppInfo>, appCapabilities?: Record<string, unknown>): void =>
  opening.setInfo(appInfo, appCapabilities);
