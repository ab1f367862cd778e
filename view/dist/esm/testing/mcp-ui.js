// testing/mcp-ui.ts
import { bridge } from "../mcpui/bridge.js";
import { object } from "../values/unchecked.js";
import { fromContext, fromResult } from "./globals.js";
import { toHostError } from "./error.js";
import { fakeHost } from "./host.js";
var actions = {
  tool: ({ toolName, params }) => ["tools/call", { name: toolName, arguments: params }],
  prompt: ({ prompt }) => ["ui/message", { role: "user", content: [{ type: "text", text: prompt }] }],
  link: ({ url }) => ["ui/open-link", { url }],
  intent: ({ intent, params }) => ["oriel/intent", { intent, params }]
};
var mcpUIHost = (options = {}) => fakeHost("mcp-ui", options, { availableDisplayModes: ["inline"] }, ({ place, desk, traffic, context }) => {
  let open = true;
  let isReady = false;
  let ready;
  const connected = new Promise((resolve) => {
    ready = resolve;
  });
  let data = options.state === void 0 ? {} : { widgetState: structuredClone(options.state) };
  const post = (message) => {
    if (!open) return;
    traffic.push({ from: "host", by: "message", message: structuredClone(message) });
    place.postFrom(parent, structuredClone(message));
  };
  const send = (type, payload, messageId) => post(messageId ? { type, messageId, payload: { ...payload, messageId } } : { type, payload });
  const render = (messageId) => {
    send("ui-lifecycle-iframe-render-data", { renderData: { ...fromContext(context()), ...data } }, messageId);
  };
  const tell = async (news) => {
    data = { ...data, ...news };
    if (isReady) render();
    else await connected;
  };
  const act = async (type, payload, messageId) => {
    const [name, params] = actions[type](payload);
    if (messageId) send("ui-message-received", {}, messageId);
    let outcome;
    try {
      outcome = { response: await desk.answer(name, params) };
    } catch (thrown) {
      outcome = { error: { message: toHostError(thrown).message } };
    }
    if (messageId) send("ui-message-response", outcome, messageId);
  };
  const take = (message) => {
    const { type } = message;
    const payload = object(message.payload);
    const messageId = message.messageId ?? payload.messageId;
    if (type === "ui-lifecycle-iframe-ready") {
      isReady = true;
      render();
      ready();
    } else if (type === "ui-request-render-data") render(messageId);
    else if (type === "ui-size-change") desk.note("ui/notifications/size-changed", payload);
    else if (type === "notify") desk.note("notifications/message", { data: payload.message });
    else if (Object.hasOwn(actions, type)) void act(type, payload, messageId);
  };
  const parent = {
    postMessage(message) {
      if (!open) return;
      const copy = structuredClone(message);
      traffic.push({ from: "view", by: "message", message: copy });
      queueMicrotask(() => open && take(object(structuredClone(copy))));
    }
  };
  place.put("openai", void 0);
  place.put("parent", parent);
  place.put("orielTransport", bridge());
  return {
    connected,
    input: (toolInput) => tell({ toolInput }),
    partial: async () => {
    },
    result: (result) => tell(fromResult(result)),
    async cancelled(reason) {
      await connected;
      send("ui-lifecycle-tool-cancelled", reason === void 0 ? {} : { reason });
    },
    async context() {
      if (isReady) render();
    },
    async teardown(reason) {
      await connected;
      send("ui-lifecycle-teardown", reason === void 0 ? {} : { reason });
    },
    post,
    close() {
      open = false;
    }
  };
});
export {
  mcpUIHost
};
