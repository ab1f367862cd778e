// mcpui/bridge.ts
import { resultFromGlobals } from "../hosts/openairesult.js";
import { toViewError } from "../values/error.js";
import { json, object, text } from "../values/unchecked.js";
import { send, listen } from "./wire.js";
import { toCallToolResult } from "./result.js";
var renderDataTimeout = 250;
var receiptTimeout = 1e3;
var runtimes = [];
var initialized = false;
var queue = [];
var delivered = {};
var gotRenderData = false;
var count = 0;
var actions = /* @__PURE__ */ new Map();
var lastSent = {};
var context = {};
var deliver = (message) => {
  const whole = { jsonrpc: "2.0", ...message };
  if (initialized || !("method" in message)) queueMicrotask(() => runtimes.forEach((receive) => receive(whole)));
  else queue.push(message);
};
var changed = (key, value) => lastSent[key] !== (lastSent[key] = json(value));
var startAction = (id, type, payload) => {
  const messageId = `oriel-${++count}`;
  const isTool = type === "tool";
  actions.set(messageId, {
    id,
    isTool,
    // Old hosts never answer. The result of a tool has to be waited for.
    timer: isTool ? void 0 : setTimeout(() => finish(messageId, { result: {} }), receiptTimeout)
  });
  send(type, payload, messageId);
};
var finish = (messageId, outcome) => {
  const action = actions.get(messageId);
  if (!action) return;
  actions.delete(messageId);
  clearTimeout(action.timer);
  deliver({ id: action.id, ...outcome });
};
var prompt = (id, content) => {
  const texts = [content].flat().map((block) => object(block).text);
  if (texts.every((text2) => typeof text2 === "string")) startAction(id, "prompt", { prompt: texts.join("\n") });
  else deliver({ id, error: { code: -32602, message: "MCP-UI hosts take messages of text alone" } });
};
var begin = () => {
  if (initialized) return Object.values(delivered).forEach(deliver);
  initialized = true;
  for (const message of queue) deliver(message);
  queue = [];
  send("ui-lifecycle-iframe-ready");
  setTimeout(() => {
    if (!gotRenderData) send("ui-request-render-data", {}, `oriel-${++count}`);
  }, renderDataTimeout);
};
var fromView = (message) => {
  const { id, method } = message;
  const params = object(message.params);
  switch (method) {
    case "ui/initialize":
      return deliver({
        id,
        result: {
          protocolVersion: params.protocolVersion,
          hostInfo: { name: "mcp-ui", version: "0" },
          hostCapabilities: { openLinks: {}, serverTools: {}, message: { text: {} }, logging: {}, requestTeardown: false },
          hostContext: { availableDisplayModes: ["inline"], ...context, "oriel/platform": "mcp-ui" }
        }
      });
    case "ui/notifications/initialized":
      return begin();
    case "ui/notifications/size-changed":
      return send("ui-size-change", params);
    case "tools/call":
      return startAction(id, "tool", { toolName: params.name, params: object(params.arguments) });
    case "ui/message":
      return prompt(id, params.content);
    case "ui/open-link":
      return startAction(id, "link", { url: params.url });
    case "oriel/intent":
      return startAction(id, "intent", { intent: params.intent, params: object(params.params) });
    case "notifications/message":
      return send("notify", {
        message: typeof params.data === "string" ? params.data : JSON.stringify(params.data ?? "")
      });
    case "ui/request-display-mode":
      return deliver({ id, result: { mode: context.displayMode ?? "inline" } });
    case "ping":
      return deliver({ id, result: {} });
    case "notifications/cancelled":
      for (const [messageId, action] of actions) if (action.id === params.requestId) actions.delete(messageId);
      return;
    default:
      if (method && id != null)
        deliver({ id, error: { code: -32601, message: `MCP-UI hosts have no ${method}` } });
  }
};
var notifyView = (name, params) => {
  const message = { method: `ui/notifications/${name}`, params };
  if (/^tool-/.test(name)) delivered[name] = message;
  deliver(message);
};
var takeRenderData = (data) => {
  const { toolInput, toolOutput, toolResponseMetadata, widgetState, maxHeight, ...rest } = data;
  const news = {
    ...rest,
    ...+text(maxHeight) > 0 && { containerDimensions: { maxHeight } },
    ...widgetState != null && { "oriel/state": widgetState }
  };
  if (changed("context", news)) {
    context = { ...context, ...news };
    notifyView("host-context-changed", news);
  }
  if (toolInput != null && changed("input", toolInput)) notifyView("tool-input", { arguments: toolInput });
  const whole = Array.isArray(toolOutput?.content) && "structuredContent" in toolOutput;
  const result = whole ? toolOutput : resultFromGlobals(toolOutput, toolResponseMetadata);
  if (result && changed("result", result)) notifyView("tool-result", { content: [], ...result });
};
var refusal = (raw) => {
  const { message } = toViewError(raw);
  return { code: -32e3, message };
};
var fromHost = (message) => {
  const payload = object(message.payload);
  const messageId = message.messageId ?? payload.messageId;
  switch (message.type) {
    case "ui-lifecycle-iframe-render-data":
      gotRenderData = true;
      return takeRenderData(object(payload.renderData ?? message.renderData));
    case "ui-message-received":
    case "ui-action-received":
      return clearTimeout(actions.get(messageId)?.timer);
    case "ui-message-response":
    case "ui-action-response": {
      const { response, error } = payload;
      return finish(
        messageId,
        error != null ? { error: refusal(error) } : { result: actions.get(messageId)?.isTool ? toCallToolResult(response) : object(response) }
      );
    }
    case "ui-lifecycle-tool-cancelled":
      return notifyView("tool-cancelled", { reason: payload.reason });
    case "ui-lifecycle-teardown":
      return deliver({ id: `oriel-${++count}`, method: "ui/resource-teardown", params: { reason: payload.reason } });
  }
};
var transport = {
  send: fromView,
  listen: (handler) => {
    runtimes.push(handler);
  }
};
var bridge = () => {
  runtimes.length = 0;
  initialized = gotRenderData = false;
  queue = [];
  context = {};
  actions.clear();
  for (const memory of [lastSent, delivered]) for (const key in memory) delete memory[key];
  listen(fromHost);
  return transport;
};
export {
  actions,
  bridge
};
