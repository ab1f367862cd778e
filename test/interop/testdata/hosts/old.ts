// A host as people wrote them by hand from the texts of November and December
// 2025: it answers with MCP's names, knows messages whose content is one object
// and sizes by their old name, and tells changes by the old name.

import { callTool, frame, input, offer, open, read, resize, result, seen, view } from "./page.ts";

const post = (message: object) => view.postMessage({ jsonrpc: "2.0", ...message }, "*");
const notify = (method: string, params: object) => post({ method, params });

let ended: (answer: unknown) => void = () => {};

const requests: Record<string, (params: any) => unknown> = {
  "ui/initialize": (params) => {
    seen.view = { info: params.appInfo ?? params.clientInfo };
    return {
      protocolVersion: "2025-06-18",
      host: { name: "old", version: "1" },
      capabilities: { tools: {}, openLink: {} },
      hostContext: {
        theme: "light",
        displayMode: "inline",
        viewport: { width: 600, height: 150, maxWidth: 600, maxHeight: 2000 },
      },
    };
  },
  "tools/call": (params) => callTool(params),
  "resources/read": ({ uri }) => read(uri),
  "ui/open-link": ({ url }) => {
    seen.link = url;
    if (url.includes("refuse")) throw new Error("refused");
    return {};
  },
  "ui/message": (params) => {
    if (params.content?.type !== "text") throw new Error("content must be one block");
    seen.message = { ...params, content: [params.content] };
    return {};
  },
  // Newer than those texts; hosts added it before they changed the rest.
  "ui/request-display-mode": ({ mode }) => {
    notify("ui/notifications/host-context-change", { displayMode: mode });
    return { mode };
  },
};

addEventListener("message", async ({ data, source }) => {
  if (source !== view || data?.jsonrpc !== "2.0") return;
  const { id, method, params } = data;
  if (method === undefined) {
    ended(data.result);
  } else if (id === undefined) {
    if (method === "ui/notifications/initialized") {
      notify("ui/notifications/tool-input", { arguments: input });
      notify("ui/notifications/tool-result", result);
    } else if (method === "ui/size-change") {
      resize(params);
    } else if (method === "notifications/message" && params.logger !== "recorder") {
      seen.log = { level: params.level, data: params.data };
    }
  } else if (requests[method]) {
    try {
      post({ id, result: await requests[method](params) });
    } catch (error) {
      post({ id, error: { code: -32000, message: (error as Error).message } });
    }
  } else {
    post({ id, error: { code: -32601, message: "Method not found" } });
  }
});

offer({
  theme: (theme) => notify("ui/host-context-change", { theme }),
  cancel: (reason) => notify("ui/tool-cancelled", { reason }),
  async teardown() {
    const answer = new Promise((resolve) => (ended = resolve));
    post({ id: "end", method: "ui/resource-teardown", params: { reason: "closed" } });
    seen.teardown = await answer;
    frame.remove();
  },
});

open();
