import type { Loose } from "../values/unchecked.ts";

/** Posts a UI action or lifecycle message. The id stands in both places that hosts read. */
export const send = (type: string, payload: object = {}, messageId?: string): void =>
  parent.postMessage(messageId ? { type, messageId, payload: { ...payload, messageId } } : { type, payload }, "*");

/** Calls the handler with each object that the host posts. */
export const listen = (handler: (message: Loose) => void): void =>
  addEventListener("message", ({ source, data }) => {
    if (source === parent && data && typeof data === "object") handler(data);
  });
