// A page written for the UI actions and lifecycle messages of legacy MCP-UI.

import { offer, seen } from "../views/page.ts";

const waiting = new Map<unknown, [(response: any) => void, (error: unknown) => void]>();
let count = 0;

const act = (type: string, payload: object): Promise<any> =>
  new Promise((resolve, reject) => {
    const messageId = `action-${++count}`;
    waiting.set(messageId, [resolve, reject]);
    parent.postMessage({ type, messageId, payload }, "*");
  });

addEventListener("message", ({ data, source }) => {
  if (source !== parent || typeof data?.type !== "string") return;
  const { type, payload } = data;
  if (type === "ui-lifecycle-iframe-render-data") {
    const { toolInput, toolOutput, theme, displayMode } = payload.renderData;
    seen.input = toolInput;
    seen.result = toolOutput;
    seen.theme = theme;
    seen.displayMode = displayMode;
  } else if (type === "ui-message-received") {
    seen.received = true;
  } else if (type === "ui-message-response") {
    const [resolve, reject] = waiting.get(data.messageId ?? payload.messageId) ?? [];
    if (payload.error === undefined) resolve?.(payload.response);
    else reject?.(payload.error);
  } else if (type === "ui-lifecycle-tool-cancelled") {
    seen.cancelled = payload.reason;
  } else if (type === "ui-lifecycle-teardown") {
    seen.ended = true;
    act("tool", { toolName: "farewell", params: { from: "page" } });
  }
});

offer({
  call: async (n) => (await act("tool", { toolName: "double", params: { n } })).structuredContent,
  message: (text) => act("prompt", { prompt: text }),
  link: (url) =>
    act("link", { url }).then(
      () => "opened",
      () => "refused",
    ),
  // Without an id, and so without an answer.
  log(text) {
    parent.postMessage({ type: "notify", payload: { message: text } }, "*");
  },
  intent: (name) => act("intent", { intent: name, params: {} }),
});

new ResizeObserver(() =>
  parent.postMessage(
    { type: "ui-size-change", payload: { height: document.documentElement.scrollHeight, width: innerWidth } },
    "*",
  ),
).observe(document.body);
parent.postMessage({ type: "ui-lifecycle-iframe-ready" }, "*");
