import { callTool } from "./calls.ts";
import { globals } from "./globals.ts";
import { tell } from "./line.ts";
import { soon } from "./soon.ts";
import { standIn } from "./standin.ts";
import { answered } from "../hosts/platform.ts";
import { ViewError } from "../values/error.ts";
import { openLink } from "../calls/openlink.ts";
import { log } from "../calls/log.ts";
import { sendMessage } from "../calls/sendmessage.ts";
import { json, object } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import { setSize } from "../calls/setsize.ts";
import { on, subscribe } from "../data/topics.ts";

let given: string;

/** Posts to the page. It looks for an id beside the payload or in it. */
const post = (type: string, payload: object, messageId?: unknown) =>
  soon(() => tell({ type, messageId, payload: { ...payload, messageId } }));

/** Sends the render data: to who asks, else if it is new. */
const render = (asked?: unknown, id?: unknown) => {
  const renderData = globals();
  const now = json(renderData);
  if (asked || now != given) post("ui-lifecycle-iframe-render-data", { renderData }, id);
  given = now;
};

const actions: Record<string, (payload: Loose, id: unknown) => unknown> = {
  __proto__: null as never,
  tool: ({ toolName, params }) => callTool(toolName, params),
  prompt: ({ prompt }) => sendMessage(prompt),
  intent: ({ intent, params }) =>
    sendMessage(params ? `${intent} ${json(params)}` : intent),
  link: ({ url }) => openLink(url),
  notify: ({ message }) => log("info", message),
  "ui-size-change": ({ width, height }) => setSize({ width, height }),
  "ui-request-data": ({ requestType }) => globals()[requestType] ?? Promise.reject(new ViewError(-32601, `No ${requestType}`)),
  "ui-request-render-data": render,
  "ui-lifecycle-iframe-ready": render,
};

const run = async (act: (typeof actions)[string], payload: Loose, id: unknown) => {
  const tell = (what: string, outcome: object) => id && post(`ui-message-${what}`, outcome, id);
  tell("received", {});
  await answered();
  try {
    tell("response", { response: (await act(payload, id)) ?? {} });
  } catch (error) {
    tell("response", { error });
  }
};

/**
 * MCP-UI's UI actions, which a page posts to its parent, on hosts that speak
 * something else. What else the page posts, and its own JSON-RPC, goes to the host.
 */
export const shim = (): boolean => {
  standIn(({ type, messageId, payload }) => actions[type] && run(actions[type], object(payload), messageId ?? payload?.messageId));
  on("cancelled", (cancelled) => post("ui-lifecycle-tool-cancelled", cancelled));
  // The page can't say when it is done, but what it asks for at once is on its way before the answer.
  on("teardown", (reason) => {
    post("ui-lifecycle-teardown", { reason });
    return new Promise((done) => setTimeout(done));
  });
  subscribe(() => soon(render));
  return true;
};
