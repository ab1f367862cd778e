/**
 * window.openai as ChatGPT provides it to a view. The initial values are injected, and the workbench sends changes.
 * Methods send JSON-RPC requests to the workbench, whose responses are hidden from the view.
 *
 * Methods that the workbench does not support are not installed (uploadFile, selectFiles, getFileDownloadUrl,
 * requestModal, requestCheckout), so that views can detect that.
 */
import type { Injected } from "./injected.ts";

declare const oriel: Injected;

type Values = Record<string, unknown>;
interface PendingRequest {
  resolve(value: unknown): void;
  reject(reason: Error): void;
}

const values: Values = {
  toolInput: null,
  toolOutput: null,
  toolResponseMetadata: null,
  widgetState: null,
  theme: "light",
  displayMode: "inline",
  maxHeight: null,
  safeArea: { insets: { top: 0, right: 0, bottom: 0, left: 0 } },
  view: { mode: "inline", params: null },
  userAgent: { device: { type: "desktop" }, capabilities: { hover: true, touch: false } },
  locale: "en-US",
  ...oriel.globals,
};

const prefix = "openai-";
const pending = new Map<string, PendingRequest>();
let count = 0;

const post = (message: object): void => parent.postMessage({ jsonrpc: "2.0", ...message }, oriel.proxy);

/** Sends a request. A view that ignores the promise gets no unhandled rejection. */
const request = (method: string, params: object): Promise<unknown> => {
  count += 1;
  const id = prefix + count;
  const answer = new Promise<unknown>((resolve, reject) => {
    pending.set(id, { resolve, reject });
    post({ id, method: `openai/${method}`, params });
  });
  answer.catch(() => pending.delete(id));
  return answer;
};

const isObject = (value: unknown): value is Values => typeof value === "object" && value !== null;

/** Older views pass a string instead of an object with one member. */
const named = (member: string, value: unknown): Values =>
  isObject(value) ? { ...value } : { [member]: value };

const dispatch = (name: string, detail: object): void => {
  dispatchEvent(new CustomEvent(`openai:${name}`, { detail }));
};

const mirrorLocale = (): void => {
  if (typeof values["locale"] === "string") document.documentElement.lang = values["locale"];
};

const methods = {
  callTool: async (name: string, args: object = {}): Promise<unknown> => {
    const result = await request("callTool", { name, args });
    dispatch("tool_response", { tool: { name, args } });
    return result;
  },
  sendFollowUpMessage: (message: unknown): Promise<unknown> =>
    request("sendFollowUpMessage", { scrollToBottom: true, ...named("prompt", message) }),
  openExternal: (link: unknown): Promise<unknown> => request("openExternal", named("href", link)),
  requestDisplayMode: (mode: unknown): Promise<unknown> => request("requestDisplayMode", named("mode", mode)),
  requestClose: (): Promise<unknown> => request("requestClose", {}),
  setOpenInAppUrl: (link: unknown): Promise<unknown> => request("setOpenInAppUrl", named("href", link)),
  setWidgetState: (state: unknown): void => {
    // State is stored as JSON, so a state that JSON can't represent throws here, in the view.
    const copy: unknown = JSON.parse(JSON.stringify(state ?? null));
    values["widgetState"] = copy;
    void request("setWidgetState", { state: copy });
  },
  notifyIntrinsicHeight: (height: unknown): void => {
    const number = Number(isObject(height) ? height["height"] : height);
    if (Number.isFinite(number) && number >= 0) void request("notifyIntrinsicHeight", { height: number });
  },
};

const openai: Values = { ...methods };

const install = (names: Iterable<string>): void => {
  for (const name of names)
    if (!(name in openai))
      Object.defineProperty(openai, name, { get: () => values[name], enumerable: true, configurable: true });
};

const settle = (message: Values): void => {
  const id = String(message["id"]);
  const one = pending.get(id);
  if (!one) return;
  pending.delete(id);
  const error = message["error"];
  if (isObject(error)) one.reject(new Error(String(error["message"] ?? "The host refused.")));
  else one.resolve(message["result"]);
};

const merge = (params: unknown): void => {
  const globals = isObject(params) ? params["globals"] : undefined;
  if (!isObject(globals)) return;
  Object.assign(values, globals);
  install(Object.keys(globals));
  if ("locale" in globals) mirrorLocale();
  dispatch("set_globals", { globals });
};

addEventListener(
  "message",
  (event) => {
    const message: unknown = event.data;
    if (event.source !== parent || event.origin !== oriel.proxy || !isObject(message)) return;
    if (message["method"] === "openai/setGlobals") merge(message["params"]);
    else if (!("method" in message) && String(message["id"]).startsWith(prefix)) settle(message);
    else return;
    event.stopImmediatePropagation();
  },
  true,
);

install(Object.keys(values));
Object.defineProperty(window, "openai", { value: openai, writable: true, enumerable: true, configurable: true });
mirrorLocale();
document.currentScript?.remove();
