/**
 * The bridge to legacy MCP-UI hosts: it answers MCP Apps messages in the host's
 * place and translates them to UI actions and render data.
 *
 * It sends nothing before the runtime does, so a page without the runtime sees no
 * difference.
 */
import { resultFromGlobals } from "../hosts/openairesult.ts";
import { toViewError } from "../values/error.ts";
import { json, object, text } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import { send, listen } from "./wire.ts";
import { toCallToolResult } from "./result.ts";
import type { Transport } from "../values/types.ts";

/** How long, in ms, the bridge waits for render data before it asks for them. */
const renderDataTimeout = 250;
/** How long, in ms, the bridge waits until the host has received an action. Old hosts never say so. */
const receiptTimeout = 1000;

interface Action {
  /** The JSON-RPC id of the request that the action stands for. */
  id: unknown;
  isTool: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** The runtimes in the page: one, or those of the page and of a shim. */
const runtimes: ((message: object) => void)[] = [];
let initialized = false;
/** What the view gets once it is initialized. */
let queue: object[] = [];
/** The last message of each kind about the tool call. */
const delivered: Record<string, object> = {};
let gotRenderData = false;
let count = 0;
/** The actions that the host has not answered, by the ids of their messages. */
export const actions = new Map<string, Action>();
/** The render data that were passed on last, as JSON. */
const lastSent: Record<string, string> = {};
let context: Loose = {};

/** Delivers a message to the view, in a microtask. Until the view is initialized, it gets answers only. */
const deliver = (message: object): void => {
  const whole = { jsonrpc: "2.0", ...message };
  if (initialized || !("method" in message)) queueMicrotask(() => runtimes.forEach((receive) => receive(whole)));
  else queue.push(message);
};

const changed = (key: string, value: unknown): boolean => lastSent[key] !== (lastSent[key] = json(value));

/** Posts the UI action for a request. The host's answer, if it sends one, answers the request. */
const startAction = (id: unknown, type: string, payload: object): void => {
  const messageId = `oriel-${++count}`;
  const isTool = type === "tool";
  actions.set(messageId, {
    id,
    isTool,
    // Old hosts never answer. The result of a tool has to be waited for.
    timer: isTool ? undefined : setTimeout(() => finish(messageId, { result: {} }), receiptTimeout),
  });
  send(type, payload, messageId);
};

const finish = (messageId: string, outcome: object): void => {
  const action = actions.get(messageId);
  if (!action) return;
  actions.delete(messageId);
  clearTimeout(action.timer);
  deliver({ id: action.id, ...outcome });
};

/** Sends a message as a prompt, which can only be text. */
const prompt = (id: unknown, content: unknown): void => {
  const texts = [content].flat().map((block) => object(block).text);
  if (texts.every((text) => typeof text === "string")) startAction(id, "prompt", { prompt: texts.join("\n") });
  else deliver({ id, error: { code: -32602, message: "MCP-UI hosts take messages of text alone" } });
};

const begin = (): void => {
  // Another runtime in the page: it gets what the first one has got.
  if (initialized) return Object.values(delivered).forEach(deliver);
  initialized = true;
  for (const message of queue) deliver(message);
  queue = [];
  send("ui-lifecycle-iframe-ready");
  setTimeout(() => {
    if (!gotRenderData) send("ui-request-render-data", {}, `oriel-${++count}`);
  }, renderDataTimeout);
};

/** A message from the view. */
const fromView = (message: Loose): void => {
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
          hostContext: { availableDisplayModes: ["inline"], ...context, "oriel/platform": "mcp-ui" },
        },
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
        message: typeof params.data === "string" ? params.data : JSON.stringify(params.data ?? ""),
      });
    case "ui/request-display-mode":
      return deliver({ id, result: { mode: context.displayMode ?? "inline" } });
    case "ping":
      return deliver({ id, result: {} });
    case "notifications/cancelled":
      // The host can't cancel. Its answer is ignored.
      for (const [messageId, action] of actions) if (action.id === params.requestId) actions.delete(messageId);
      return;
    default:
      // Other notifications have no counterpart, and answers to the bridge's requests are not needed.
      if (method && id != null)
        deliver({ id, error: { code: -32601, message: `MCP-UI hosts have no ${method}` } });
  }
};

const notifyView = (name: string, params: object): void => {
  const message = { method: `ui/notifications/${name}`, params };
  if (/^tool-/.test(name)) delivered[name] = message;
  deliver(message);
};

/** Hosts may send render data at any time, and again. Only changes are passed on. */
const takeRenderData = (data: Loose): void => {
  const { toolInput, toolOutput, toolResponseMetadata, widgetState, maxHeight, ...rest } = data;
  const news = {
    ...rest,
    ...(+text(maxHeight) > 0 && { containerDimensions: { maxHeight } }),
    ...(widgetState != null && { "oriel/state": widgetState }),
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

const refusal = (raw: unknown): object => {
  const { message } = toViewError(raw);
  return { code: -32000, message };
};

/** A message from the host. Some put the message's id into the payload, some beside it. */
const fromHost = (message: Loose): void => {
  const payload = object(message.payload);
  const messageId: string = message.messageId ?? payload.messageId;
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
        error != null
          ? { error: refusal(error) }
          : { result: actions.get(messageId)?.isTool ? toCallToolResult(response) : object(response) },
      );
    }
    case "ui-lifecycle-tool-cancelled":
      return notifyView("tool-cancelled", { reason: payload.reason });
    case "ui-lifecycle-teardown":
      return deliver({ id: `oriel-${++count}`, method: "ui/resource-teardown", params: { reason: payload.reason } });
  }
};

const transport: Transport = {
  send: fromView,
  listen: (handler) => {
    runtimes.push(handler);
  },
};

/**
 * Listens to the host and returns the transport for `globalThis.orielTransport`. A
 * page has one bridge: a second call starts it again.
 */
export const bridge = (): Transport => {
  runtimes.length = 0;
  initialized = gotRenderData = false;
  queue = [];
  context = {};
  actions.clear();
  for (const memory of [lastSent, delivered]) for (const key in memory) delete memory[key];
  listen(fromHost);
  return transport;
};
