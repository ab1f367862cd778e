// Hostile messages: valid ones of every kind that a host sends, spoiled somewhere.
import type { Random } from "./random.ts";

/** Thrown by hostile values when they are touched. */
class Trap extends Error {}

/** Whether a hostile value has thrown, or was part of an answer: only those that can't be posted do that. */
export const sprung = (error: unknown): boolean =>
  error instanceof Trap ||
  (error instanceof TypeError && error.message.endsWith("on a proxy that has been revoked")) ||
  (error instanceof DOMException && error.name === "DataCloneError");

const spring = (): never => {
  throw new Trap("touched");
};
const traps: ProxyHandler<object> = new Proxy({}, { get: () => spring });

const cyclic = (): unknown => {
  const node: Record<string, unknown> = { type: "text" };
  node.self = [node];
  node.text = node;
  return node;
};

const deep = (levels: number): unknown => {
  let node: unknown = {};
  for (let i = 0; i < levels; i++) node = i % 2 ? [node] : { structuredContent: node };
  return node;
};

const keys = [
  "__proto__", "constructor", "prototype", "toString", "valueOf", "hasOwnProperty", "toJSON", "then", "length", "name",
  "jsonrpc", "id", "method", "params", "result", "error", "code", "message", "type", "payload", "polluted", "",
];

/** An own member, also where the name is special to an assignment. */
const put = (object: object, key: string, value: unknown): void => {
  Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
};

const withMember = (object: object, key: string, value: unknown): object => (put(object, key, value), object);

/** What a posted message can hold. */
const postable: ((r: Random) => unknown)[] = [
  () => undefined, () => null, () => true, () => false, () => 0, () => -0, () => -1, () => 1.5, () => NaN,
  () => Infinity, () => 2 ** 53, () => 10n, () => "", () => "a", () => "\u0000", () => "\ud800", () => "💥",
  () => "dark", () => "sepia", () => "<img src=x onerror=alert(1)>", () => "constructor", () => "__proto__",
  (r) => "x".repeat(r.below(2000)),
  () => [], () => [[[[]]]], () => [null, undefined, 1], () => new Array(50), () => ({}),
  () => ({ toString: 1, valueOf: 1 }), () => ({ toString: "x" }), () => ({ then: 1 }), () => ({ length: 1e9 }),
  () => JSON.parse('{"__proto__":{"polluted":1,"jsonrpc":"2.0"}}') as unknown,
  () => JSON.parse('{"constructor":{"prototype":{"polluted":1}}}') as unknown,
  () => Object.create(null) as unknown,
  () => new Date(NaN), () => new Map([["a", 1]]), () => new Set([1]), () => new Error("x"), () => /x/,
  () => new ArrayBuffer(8), () => new Uint8Array(4), cyclic, (r) => deep(r.below(200)),
  (r) => withMember({}, r.pick(keys), r.pick([1, "x", null, {}, []])),
];

/** What only a script of the page itself can hand over. */
const unpostable: (() => unknown)[] = [
  () => Symbol("x"), () => () => {}, () => spring,
  () => Object.defineProperty({}, "type", { get: spring, enumerable: true, configurable: true }),
  () => Object.defineProperty({}, "arguments", { get: spring, enumerable: true, configurable: true }),
  () => Object.defineProperty([], "0", { get: spring, enumerable: true, configurable: true }),
  () => ({ toString: spring }), () => ({ toJSON: spring }), () => ({ [Symbol.toPrimitive]: spring }),
  () => new Proxy({}, traps), () => new Proxy([], traps), () => new Proxy(() => {}, traps),
  () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
];

/** A value that fits nowhere. */
export const spoiled = (r: Random, onlyPostable = false): unknown =>
  onlyPostable || r.chance(0.8) ? r.pick(postable)(r) : r.pick(unpostable)();

/** Names that hosts use or used, and names that nobody knows. */
export const methods = [
  ...["tool-input", "tool-input-partial", "tool-result", "tool-cancelled", "host-context-change", "host-context-changed"].flatMap(
    (name) => [`ui/notifications/${name}`, `ui/${name}`, name],
  ),
  "ui/resource-teardown", "ui/notifications/resource-teardown", "resource-teardown", "ping", "ui/ping",
  "ui/initialize", "initialize", "ui/notifications/initialized", "ui/notifications/sandbox-proxy-ready",
  "ui/notifications/sandbox-resource-ready", "ui/message", "ui/open-link", "ui/request-display-mode",
  "tools/call", "tools/list", "resources/read", "sampling/createMessage", "notifications/message",
  "notifications/progress", "notifications/cancelled", "notifications/tools/list_changed",
  "notifications/resources/updated", "notifications/resources/list_changed", "elicitation/create",
  "", "ui/", "constructor", "__proto__", "toString", "ui/notifications/__proto__", "ui/notifications/constructor", "\u0000",
];

const result = () => ({
  content: [{ type: "text", text: "Sunny" }, { type: "image", data: "AA==", mimeType: "image/png" }],
  structuredContent: { high: 31 },
  isError: false,
  _meta: { "oriel/viewData": [1], viewUUID: "u" },
});

const context = () => ({
  theme: "dark", displayMode: "inline", previousDisplayMode: "pip", availableDisplayModes: ["inline", "fullscreen"],
  locale: "pt-PT", timeZone: "Europe/Lisbon", platform: "web", userAgent: "x", view: { mode: "inline", params: {} },
  containerDimensions: { maxHeight: 400, width: 600 }, viewport: { maxHeight: 300, maxWidth: 2 },
  safeAreaInsets: { top: 1, right: 2, bottom: 3, left: 4 }, deviceCapabilities: { touch: true, hover: false },
  styles: { variables: { "--color-text-primary": "red", color: "x" }, css: { fonts: "@font-face{}" } },
  toolInfo: { id: 1, tool: { name: "forecast" } }, "oriel/state": { tab: 1 },
});

const globals = () => ({
  toolInput: { city: "Lisbon" }, toolOutput: { high: 31 }, widgetState: { tab: 2 }, theme: "light", displayMode: "pip",
  locale: "en-US", maxHeight: 300, safeArea: { insets: { top: 1 } }, view: { mode: "modal", params: {} },
  toolResponseMetadata: { status: "completed", call_tool_result: null, mcp_tool_result: result() },
  userAgent: { device: { type: "mobile" }, capabilities: { hover: true, touch: false } },
  userLocation: { city: "Lisbon", timezone: "Europe/Lisbon" }, previousDisplayMode: "inline",
});

const paramsOf = (method: string): object => {
  if (method.includes("result")) return result();
  if (method.includes("context")) return context();
  if (/progress/.test(method)) return { progressToken: 1, progress: 1, total: 2, message: "half" };
  return { arguments: { city: "Lisbon", days: [1, 2] }, reason: "gone", name: "zoom", uri: "ui://x", requestId: 1 };
};

/** A valid handshake's answer. */
export const greeting = () => ({
  protocolVersion: "2026-01-26",
  hostInfo: { name: "host", version: "1" },
  hostCapabilities: { openLinks: {}, serverTools: {}, message: { text: {} } },
  hostContext: context(),
});

const walkable = (value: unknown): value is Record<string, unknown> =>
  !!value && typeof value === "object" && [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value) as never);

/** Replaces, removes or adds something, at any depth; may return something else altogether. */
export const spoil = (r: Random, message: unknown, onlyPostable = false): unknown => {
  if (r.chance(0.05)) return spoiled(r, onlyPostable);
  let node = message as Record<string, unknown>;
  for (;;) {
    const names = Object.keys(node);
    if (!names.length) break;
    const name = r.pick(names);
    const value = Reflect.getOwnPropertyDescriptor(node, name)?.value as unknown;
    if (walkable(value) && r.chance(0.75)) {
      node = value;
      continue;
    }
    if (r.chance(0.15)) delete node[name];
    else put(node, name, r.chance(0.1) ? [value] : spoiled(r, onlyPostable));
    break;
  }
  if (r.chance(0.2) && !Array.isArray(node)) put(node, r.pick(keys), spoiled(r, onlyPostable));
  return message;
};

const tool = () => ({ type: "mcp-tool-result", result: result() });

/** A message in JSON-RPC, as a host sends it, before it is spoiled. `ids` are those that it may answer. */
export const rpcMessage = (r: Random, ids: readonly unknown[]): object => {
  const method = r.pick(methods);
  const kind = r.next();
  if (kind < 0.5) return { jsonrpc: "2.0", method, params: paramsOf(method) };
  if (kind < 0.7) return { jsonrpc: "2.0", id: r.pick([1, "a", 0, 99, 1000 + r.below(1000)]), method, params: paramsOf(method) };
  if (kind < 0.95) {
    const id = structuredClone(r.pick(ids));
    return r.chance(0.5)
      ? { jsonrpc: "2.0", id, result: r.chance(0.5) ? result() : { mode: "pip", isError: true } }
      : { jsonrpc: "2.0", id, error: { code: -32000, message: "no", data: {} } };
  }
  return tool();
};

/** The detail of `openai:set_globals`. */
export const globalsDetail = (r: Random): object => {
  const all = Object.entries(globals());
  return { globals: Object.fromEntries(all.filter(() => r.chance(0.4))) };
};

const types = [
  "ui-lifecycle-iframe-render-data", "ui-message-received", "ui-action-received", "ui-message-response",
  "ui-action-response", "ui-lifecycle-tool-cancelled", "ui-lifecycle-teardown", "mcp-tool-result", "constructor",
];

/** A message of MCP-UI. */
export const uiMessage = (r: Random, ids: readonly unknown[]): object => {
  const type = r.pick(types);
  const messageId = structuredClone(r.pick(ids));
  return {
    type,
    ...(r.chance(0.5) && { messageId }),
    payload: {
      messageId,
      reason: "gone",
      ...(type.includes("response") && (r.chance(0.5) ? { response: result() } : { error: { message: "no" } })),
      ...(type.includes("render") && { renderData: { ...globals(), vendor: {} } }),
    },
  };
};
