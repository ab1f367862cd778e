/**
 * Gives a view window.openai. The initial values are injected, and the workbench sends changes. Methods send JSON-RPC
 * requests to the workbench, whose responses are hidden from the view.
 */
import { windowOpenAI } from "../../../../view/src/host/windowopenai.ts";
import type { Injected } from "./injected.ts";

declare const oriel: Injected;

type Values = Record<string, unknown>;
interface PendingRequest {
  resolve(value: unknown): void;
  reject(reason: Error): void;
}

/** What the workbench does not carry out. */
const missing = ["uploadFile", "selectFiles", "getFileDownloadUrl", "requestModal", "requestCheckout"];

const prefix = "openai-";
const pending = new Map<string, PendingRequest>();
let count = 0;

const request = (method: string, params: object): Promise<unknown> => {
  count += 1;
  const id = prefix + count;
  return new Promise((resolve, reject) => {
    pending.set(id, { resolve, reject });
    parent.postMessage({ jsonrpc: "2.0", id, method: `openai/${method}`, params }, oriel.proxy);
  });
};

const isObject = (value: unknown): value is Values => typeof value === "object" && value !== null;

const settle = (message: Values): void => {
  const id = String(message["id"]);
  const one = pending.get(id);
  if (!one) return;
  pending.delete(id);
  const error = message["error"];
  if (isObject(error)) one.reject(new Error(String(error["message"] ?? "The host refused.")));
  else one.resolve(message["result"]);
};

const link = {
  request,
  dispatch: (name: string, detail: object) => void dispatchEvent(new CustomEvent(`openai:${name}`, { detail })),
  language: (locale: string) => void (document.documentElement.lang = locale),
};
const { openai, merge } = windowOpenAI({ ...oriel.globals }, link, missing);

addEventListener(
  "message",
  (event) => {
    const message: unknown = event.data;
    if (event.source !== parent || event.origin !== oriel.proxy || !isObject(message)) return;
    if (message["method"] === "openai/setGlobals") {
      const globals = isObject(message["params"]) ? message["params"]["globals"] : undefined;
      if (isObject(globals)) merge(globals);
    } else if (!("method" in message) && String(message["id"]).startsWith(prefix)) settle(message);
    else return;
    event.stopImmediatePropagation();
  },
  true,
);

Object.defineProperty(window, "openai", { value: openai, writable: true, enumerable: true, configurable: true });
document.currentScript?.remove();
