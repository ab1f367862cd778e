import { become, greeting } from "../start/connect.ts";
import { ViewError } from "../values/error.ts";
import { forced } from "../hosts/platform.ts";
import { receive } from "./receive.ts";
import { json, object, text } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import { openai } from "../hosts/openai.ts";
import { count } from "./rpc.ts";
import { read, tell } from "../data/topics.ts";
import { alone, carry, listen, send } from "./transport.ts";
import type { Transport } from "../values/types.ts";

/** Who the view says it is. */
export interface AppInfo {
  name: string;
  version: string;
  /** For people. */
  title?: string;
  /** An address, and whatever else MCP's `Implementation` has. */
  [key: string]: unknown;
}

/** Keeps `ui/initialize` back until the end of the task that imports the runtime. */
const hold = () => {
  const nobody = alone;
  /** The request that is held; undefined when it was sent before this could hold it. */
  let handshake: Loose | undefined;
  let said: Loose = { appInfo: {}, appCapabilities: {} };
  /** What had been said when the handshake was sent, or has been warned of since. */
  let gone: string | undefined;

  const held: Transport = {
    listen(handler) {
      carry(direct);
      listen((message) => {
        if (!opening.by) handler(message);
      });
      carry(held);
    },
    send(message) {
      handshake = message;
      carry(direct, nobody);
      queueMicrotask(() => {
        opening.isOver = true;
        tell(opening.go, undefined);
      });
    },
  };
  // A page may begin without this, and load it later in a chunk. It has asked by then, or had nobody to ask.
  const hasBegun = count > 0 || !!read("platform") || (nobody && !!openai());
  const direct = hasBegun ? undefined : carry(held);

  const opening = {
    /** What is used instead of the host. */
    by: undefined as Transport | undefined,
    /** Does what the runtime would have done at once. */
    go(): void {
      if (!nobody && forced() !== "standalone") send(opening.handshake());
      else if (!openai()) become("standalone");
    },
    /** The handshake can't be held any longer. */
    isOver: hasBegun,
    /** `ui/initialize`, with what has been said by now. */
    handshake(): Loose {
      gone = json(said);
      const { appInfo, appCapabilities, ...rest } = greeting();
      return {
        jsonrpc: "2.0",
        id: handshake?.id,
        method: "ui/initialize",
        params: {
          ...rest,
          appInfo: { ...appInfo, ...said.appInfo },
          appCapabilities: { ...appCapabilities, ...said.appCapabilities },
        },
      };
    },
    hear: (message: unknown): void => void receive(message).catch(reportError),
    say(appInfo: unknown, appCapabilities: unknown): void {
      const { name, version, ...rest } = object(appInfo);
      const news = json({
        appInfo: { ...rest, ...(text(name) && { name: text(name) }), ...(text(version) && { version: text(version) }) },
        appCapabilities: object(appCapabilities),
      });
      if (!news) throw new ViewError(-32602, "appInfo and appCapabilities have to be JSON");
      said = JSON.parse(news);
      if (gone === undefined || gone === news) return;
      gone = news;
      console.warn(
        "Oriel: ui/initialize has been sent without this appInfo. Say it in the task that imports @oriel/view: " +
          "call introduce() at the top of the view's first file, or render the view with mount().",
      );
    },
  };
  if (hasBegun && !nobody) gone = json(said);
  return opening;
};

/** How the page opens the conversation with its host. */
export const opening = /* @__PURE__ */ hold();

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
  opening.say(appInfo, appCapabilities);
