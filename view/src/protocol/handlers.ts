/**
 * What optional modules add to the protocol: capabilities for the handshake, and
 * handlers for messages. They add it when they are evaluated, before the handshake is sent.
 */
import type { Loose } from "../values/unchecked.ts";

/** The view's capabilities in `ui/initialize`. */
export const appCapabilities: Loose = { availableDisplayModes: ["inline", "fullscreen", "pip"] };

/**
 * Handles a request or notification: gets its params, and the id of a request. What
 * it returns, or a promise of it, is the result of a request; `undefined` counts as
 * `{}`. What it throws is the error: the code of a ViewError, else -32603.
 */
export type Handler = (params: Loose, id: unknown) => unknown;

/** The handlers, by the whole name of the method: `tools/list`, `notifications/resources/updated`. */
export const handlers: Record<string, Handler> = { __proto__: null as never };
