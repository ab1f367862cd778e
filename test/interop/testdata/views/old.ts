// A view as people wrote them by hand from the texts of November and December
// 2025, and from samples that kept those names: MCP's own introduction, one
// object as a message's content, and the old names of notifications. The test
// defines HELLO as the method of the introduction; "initialize" comes with the
// names of the old text's body, "ui/initialize" with those of its diagrams.

import { offer, seen } from "./page.ts";

declare const HELLO: "initialize" | "ui/initialize";
const diagrams = HELLO === "ui/initialize";

const waiting = new Map<unknown, (answer: any) => void>();
let count = 0;

const post = (message: object) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
const ask = (method: string, params: object): Promise<any> =>
  new Promise((resolve, reject) => {
    const id = `old-${++count}`;
    waiting.set(id, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result)));
    post({ id, method, params });
  });

const context = ({ theme, displayMode, viewport }: any) => {
  if (theme) seen.theme = theme;
  if (displayMode) seen.displayMode = displayMode;
  if (viewport) seen.maxHeight = viewport.maxHeight;
};

const changed = diagrams ? "ui/notifications/host-context-change" : "ui/host-context-change";

addEventListener("message", async ({ data, source }) => {
  if (source !== parent || data?.jsonrpc !== "2.0") return;
  const { id, method, params } = data;
  if (method === undefined) {
    waiting.get(id)?.(data);
  } else if (method === "ui/notifications/tool-input") {
    seen.input = params.arguments;
  } else if (method === "ui/notifications/tool-result") {
    seen.result = params.structuredContent;
    seen.text = params.content?.[0]?.text;
  } else if (method === "ui/tool-cancelled") {
    seen.cancelled = params.reason ?? "";
  } else if (method === changed) {
    context(params);
  } else if (method === "ui/resource-teardown") {
    await ask("tools/call", { name: "farewell", arguments: { from: (seen.host as any)?.name ?? "" } });
    post({ id, result: {} });
  } else if (id !== undefined) {
    post({ id, error: { code: -32601, message: "Method not found" } });
  }
});

offer({
  call: async (n) => (await ask("tools/call", { name: "double", arguments: { n } })).structuredContent,
  message: (text) => ask("ui/message", { role: "user", content: { type: "text", text } }),
  link: async (url) => {
    const answer = await ask("ui/open-link", { url }).catch(() => ({ isError: true }));
    return answer.isError ? "refused" : "opened";
  },
  // Newer than those texts, but views that asked for it introduced themselves like this.
  mode: async (mode) => (await ask("ui/request-display-mode", { mode })).mode,
});

const observer = new ResizeObserver(() =>
  post({
    method: diagrams ? "ui/notifications/size-change" : "ui/size-change",
    params: { width: document.body.scrollWidth, height: Math.ceil(document.body.getBoundingClientRect().height) + 16 },
  }),
);

ask(HELLO, {
  protocolVersion: "2025-06-18",
  clientInfo: { name: "old", version: "1" },
  capabilities: {},
}).then(
  (answer) => {
    seen.host = answer.host ?? answer.hostInfo;
    context(answer.hostContext ?? {});
    post({ method: "ui/notifications/initialized", params: {} });
    observer.observe(document.body);
  },
  (error) => {
    seen.failed = String(error);
  },
);
