import { callTool } from "./calls.ts";
import { globals } from "./globals.ts";
import { postToPage } from "./transport.ts";
import { afterLoad } from "./afterload.ts";
import { replaceParent } from "./fakeparent.ts";
import { answered } from "../hosts/platform.ts";
import { ViewError } from "../values/error.ts";
import { openLink } from "../calls/openlink.ts";
import { log } from "../calls/log.ts";
import { sendMessage } from "../calls/sendmessage.ts";
import { json, object } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import { setSize } from "../calls/setsize.ts";
import { on, subscribe } from "../data/topics.ts";

/** The render data that were sent last, as JSON. */
let lastSent: string;

/** Posts a message to the page, with the id beside the payload and in it: pages look in either place. */
const post = (type: string, payload: object, messageId?: unknown) =>
  afterLoad(() => postToPage({ type, messageId, payload: { ...payload, messageId } }));

/** Sends the render data if it is asked for, or has changed. */
const render = (asked?: unknown, id?: unknown) => {
  const renderData = globals();
  const now = json(renderData);
  if (asked || now != lastSent) post("ui-lifecycle-iframe-render-data", { renderData }, id);
  lastSent = now;
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
  const answer = (what: string, outcome: object) => id && post(`ui-message-${what}`, outcome, id);
  answer("received", {});
  await answered();
  try {
    answer("response", { response: (await act(payload, id)) ?? {} });
  } catch (error) {
    answer("response", { error });
  }
};

/**
 * Handles MCP-UI's UI actions, which a page posts to its parent, on hosts of another
 * protocol. All other messages of the page go to the host.
 */
export const shim = (): boolean => {
  replaceParent(({ type, messageId, payload }) => actions[type] && run(actions[type], object(payload), messageId ?? payload?.messageId));
  on("cancelled", (cancelled) => post("ui-lifecycle-tool-cancelled", cancelled));
  // The page can't say when it has finished. What it sends at once is sent before the answer.
  on("teardown", (reason) => {
    post("ui-lifecycle-teardown", { reason });
    return new Promise((done) => setTimeout(done));
  });
  subscribe(() => afterLoad(render));
  return true;
};
