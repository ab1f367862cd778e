/**
 * What a module that is only sometimes carried adds to the handshake and to the
 * messages that are understood. It adds when it is evaluated, which is before
 * the runtime starts.
 */
import type { Loose } from "../values/unchecked.ts";

/** What the view says of itself in `ui/initialize`. */
export const appCapabilities: Loose = { availableDisplayModes: ["inline", "fullscreen", "pip"] };

/**
 * Takes the params of a request or notification, and the id of a request. What
 * it returns, or a promise of it, answers a request; `undefined` counts as `{}`.
 * When it throws, the answer is that error: a ViewError's code, else -32603.
 */
export type Handler = (params: Loose, id: unknown) => unknown;

/** Handlers by the whole name of the method: `tools/list`, `notifications/resources/updated`. */
export const methods: Record<string, Handler> = { __proto__: null as never };
