// A legacy MCP-UI host. The test defines IDS: "both" is a host by the adapters,
// which has a message's id beside the payload and inside it, sends render data
// on load and again when it is asked, and tells of the end; "top" is one by
// UIResourceRenderer, which has the id beside the payload alone, and sends
// render data when the view says that it is ready (waitForRenderData). It also
// defines DOCUMENT and RENDER_DATA as what the tool's result holds.

import { callTool, frame, offer, resize, seen, view } from "./page.ts";

declare const IDS: "both" | "top";
declare const DOCUMENT: string;
declare const RENDER_DATA: Record<string, unknown>;

let renderData: Record<string, unknown> = { theme: "light", locale: "pt-PT", displayMode: "inline", maxHeight: 2000, ...RENDER_DATA };

export const post = (type: string, payload: object, messageId?: unknown): void =>
  view.postMessage(
    messageId === undefined
      ? { type, payload }
      : { type, messageId, payload: IDS === "both" ? { ...payload, messageId } : payload },
    "*",
  );
const render = (messageId?: unknown) => post("ui-lifecycle-iframe-render-data", { renderData }, messageId);

/** Changes the render data, and sends all of it, as such hosts do. */
export const change = (news: object): void => {
  renderData = { ...renderData, ...news };
  render();
};

const text = (value: unknown): string => {
  if (typeof value === "string") return value;
  throw new Error(`${JSON.stringify(value)} is no text`);
};

const actions: Record<string, (payload: any) => unknown> = {
  tool: ({ toolName, params }) => callTool({ name: text(toolName), arguments: params }),
  prompt({ prompt }) {
    seen.message = { role: "user", content: [{ type: "text", text: text(prompt) }] };
  },
  link({ url }) {
    seen.link = text(url);
    if (url.includes("refuse")) throw new Error("refused");
  },
  intent({ intent, params }) {
    seen.intent = { intent: text(intent), params };
  },
  notify({ message }) {
    seen.log = { data: text(message) };
  },
};

addEventListener("message", async ({ data, source }) => {
  if (source !== view || typeof data?.type !== "string") return;
  const { type, payload } = data;
  const messageId = data.messageId ?? payload?.messageId;
  switch (type) {
    case "ui-lifecycle-iframe-ready":
    case "ui-request-render-data":
      return render(messageId);
    case "ui-size-change":
      return resize(payload);
  }
  if (messageId !== undefined) post("ui-message-received", {}, messageId);
  let outcome: object;
  try {
    if (!actions[type]) throw new Error(`${type} is not known`);
    outcome = { response: (await actions[type](payload)) ?? {} };
  } catch (error) {
    outcome = { error: { message: (error as Error).message } };
    // Refusing what is marked so is the test's wish; anything else is a fault of the view's.
    if (!JSON.stringify(payload).includes("refuse")) (seen.faults ??= []).push(String(error));
  }
  if (messageId !== undefined) post("ui-message-response", outcome, messageId);
});

const adapted = IDS === "both";
offer({
  theme: (theme) => change({ theme }),
  ...(adapted && {
    cancel: (reason: string) => post("ui-lifecycle-tool-cancelled", { reason }),
    async teardown() {
      post("ui-lifecycle-teardown", { reason: "closed" });
    },
  }),
});

if (adapted) frame.addEventListener("load", () => render());
frame.srcdoc = DOCUMENT;
