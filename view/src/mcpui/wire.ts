import type { Loose } from "../values/unchecked.ts";

/** Posts a UI action or lifecycle message, with the id in both places where hosts look for it. */
export const send = (type: string, payload: object = {}, messageId?: string): void =>
  parent.postMessage(messageId ? { type, messageId, payload: { ...payload, messageId } } : { type, payload }, "*");

/** Calls the handler for each object that the host posts. */
export const listen = (handler: (message: Loose) => void): void =>
  addEventListener("message", ({ source, data }) => {
    if (source === parent && data && typeof data === "object") handler(data);
  });
