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

/** The name and version of the view. */
export interface AppInfo {
  name: string;
  version: string;
  /** For people. */
  title?: string;
  /** Other members of MCP's `Implementation`. */
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
 * Sets the name, version and capabilities that the view sends in `ui/initialize`. With
 * this in a bundle, the runtime sends `ui/initialize` at the end of the task that imports
 * it instead of at once, so call it in that task: at the top of the view's first file,
 * not in a timer or after an `await`. A later call has no effect, and warns in the
 * console if it says something else. In a page of HTML, a script after the runtime's is
 * too late. Without this call, the name is `<meta name="application-name">`, else the
 * page's title, and the version is `<meta name="version">`.
 *
 * @param appInfo - Name and version; what is left out or is not text comes from the page.
 * @param appCapabilities - What the view can do, in addition to the runtime's own capabilities.
 * @throws ViewError -32602: a value is not JSON.
 * @local
 * @example
 * introduce({ name: "almanac", version: "1.2.3" });
 */
export const introduce = (appInfo?: Partial<AppInfo>, appCapabilities?: Record<string, unknown>): void =>
  opening.setInfo(appInfo, appCapabilities);
