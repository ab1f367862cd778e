/**
 * The bridge to legacy MCP-UI hosts: it answers MCP Apps messages in the host's
 * place and translates them to UI actions and render data.
 *
 * It says nothing until the runtime does, so a page without the runtime is left
 * alone.
 */
import { resultFromGlobals } from "../hosts/openairesult.ts";
import { toViewError } from "../values/error.ts";
import { json, object, text } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import { send, listen } from "./wire.ts";
import { toCallToolResult } from "./result.ts";
import type { Transport } from "../values/types.ts";

/** How long, in ms, a host may take to send render data before it is asked for. */
const renderDataPatience = 250;
/** How long, in ms, a host may take to say that it received an action, if it ever says so. */
const receiptPatience = 1000;

interface Action {
  /** The JSON-RPC id of the request that the action stands for. */
  id: unknown;
  isTool: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** The runtimes in the page: one, or those of the page and of a shim. */
const views: ((message: object) => void)[] = [];
let initialized = false;
let held: object[] = [];
/** The last of each delivery about the call. */
const delivered: Record<string, object> = {};
let gotRenderData = false;
let count = 0;
/** The actions that the host has not answered, by the ids of their messages. */
export const actions = new Map<string, Action>();
const known: Record<string, string> = {};
let context: Loose = {};

/** To the view, in a task of its own as messages are, and nothing before its time but answers. */
const deliver = (message: object): void => {
  const whole = { jsonrpc: "2.0", ...message };
  if (initialized || !("method" in message)) queueMicrotask(() => views.forEach((view) => view(whole)));
  else held.push(message);
};

const changed = (key: string, value: unknown): boolean => known[key] !== (known[key] = json(value));

/** Starts the UI action that a request stands for; the host's answer, if any, answers the request. */
const act = (id: unknown, type: string, payload: object): void => {
  const messageId = `oriel-${++count}`;
  const isTool = type === "tool";
  actions.set(messageId, {
    id,
    isTool,
    // Old hosts never answer. For a tool there is nothing to do but to wait.
    timer: isTool ? undefined : setTimeout(() => finish(messageId, { result: {} }), receiptPatience),
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

/** A message as a prompt, which is text and nothing else. */
const say = (id: unknown, content: unknown): void => {
  const texts = [content].flat().map((block) => object(block).text);
  if (texts.every((text) => typeof text === "string")) act(id, "prompt", { prompt: texts.join("\n") });
  else deliver({ id, error: { code: -32602, message: "MCP-UI hosts take messages of text alone" } });
};

const begin = (): void => {
  // One more runtime in the page: it has missed what the other has got.
  if (initialized) return Object.values(delivered).forEach(deliver);
  initialized = true;
  for (const message of held) deliver(message);
  held = [];
  send("ui-lifecycle-iframe-ready");
  setTimeout(() => {
    if (!gotRenderData) send("ui-request-render-data", {}, `oriel-${++count}`);
  }, renderDataPatience);
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
      return act(id, "tool", { toolName: params.name, params: object(params.arguments) });
    case "ui/message":
      return say(id, params.content);
    case "ui/open-link":
      return act(id, "link", { url: params.url });
    case "oriel/intent":
      return act(id, "intent", { intent: params.intent, params: object(params.params) });
    case "notifications/message":
      return send("notify", {
        message: typeof params.data === "string" ? params.data : JSON.stringify(params.data ?? ""),
      });
    case "ui/request-display-mode":
      return deliver({ id, result: { mode: context.displayMode ?? "inline" } });
    case "ping":
      return deliver({ id, result: {} });
    case "notifications/cancelled":
      // The host can't be told; its answer finds nobody.
      for (const [messageId, action] of actions) if (action.id === params.requestId) actions.delete(messageId);
      return;
    default:
      // Notifications without a counterpart and answers to our own requests need none.
      if (method && id != null)
        deliver({ id, error: { code: -32601, message: `MCP-UI hosts have no ${method}` } });
  }
};

const notifyView = (name: string, params: object): void => {
  const message = { method: `ui/notifications/${name}`, params };
  if (/^tool-/.test(name)) delivered[name] = message;
  deliver(message);
};

/** Render data comes when the host likes and as often; only what is new is passed on. */
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
    views.push(handler);
  },
};

/**
 * Listens to the host and returns the carrier for `globalThis.orielTransport`. A
 * page has one bridge: a second call begins anew.
 */
export const bridge = (): Transport => {
  views.length = 0;
  initialized = gotRenderData = false;
  held = [];
  context = {};
  actions.clear();
  for (const memory of [known, delivered]) for (const key in memory) delete memory[key];
  listen(fromHost);
  return transport;
};
