import { object } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import type { Transport } from "../values/types.ts";
import type { Desk } from "./desk.ts";
import { HostError, toHostError } from "./error.ts";
import type { Crossing } from "./types.ts";

/** The host's end of MCP Apps. */
export interface Line {
  /** What the runtime speaks into. */
  transport: Transport;
  /** Resolves when the view has said that it is initialized. */
  connected: Promise<void>;
  /** What the view has declared in `ui/initialize`. */
  declared(): Loose;
  /** Sends a notification, once the view is initialized. */
  notify(method: string, params: object): Promise<void>;
  /** Sends a request, once the view is initialized, and rejects with a HostError. */
  ask(method: string, params: object): Promise<unknown>;
  /** Delivers a copy of anything, now. */
  post(message: unknown): void;
  /** Neither end hears the other any more. */
  close(): void;
}

/** What a line needs of its host. */
export interface LineOptions {
  desk: Desk;
  traffic: Crossing[];
  /** What `ui/initialize` is answered; throws to refuse it. */
  greet(params: Loose): object;
  /** After the handshake was refused: the view knows. */
  refused?(): void;
}

/** Opens a line. Each message arrives in a microtask of its own. */
export const openLine = ({ desk, traffic, greet, refused }: LineOptions): Line => {
  let listener: ((message: object) => void) | undefined;
  let open = true;
  let declared: Loose = {};
  let ready!: () => void;
  const connected = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const asked = new Map<unknown, [resolve: (value: unknown) => void, reject: (error: unknown) => void]>();
  const running = new Map<unknown, AbortController>();
  let count = 0;

  const post = (message: unknown): void => {
    if (!open) return;
    traffic.push({ from: "host", by: "message", message: structuredClone(message) });
    listener?.(structuredClone(message) as object);
  };
  const send = (message: object): void => post({ jsonrpc: "2.0", ...message });

  const answer = async (id: unknown, method: string, params: Loose): Promise<void> => {
    const stop = new AbortController();
    running.set(id, stop);
    const token = object(params._meta).progressToken;
    const progress = (done: number, total?: number, message?: string): void => {
      if (token === undefined || !running.has(id)) return;
      const extra = { ...(total !== undefined && { total }), ...(message !== undefined && { message }) };
      send({ method: "notifications/progress", params: { progressToken: token, progress: done, ...extra } });
    };
    let outcome: object;
    try {
      const result =
        method === "ui/initialize"
          ? greet((declared = object(params.appCapabilities)) && params)
          : await desk.answer(method, params, { signal: stop.signal, progress });
      outcome = { result };
    } catch (thrown) {
      const { code, message } = toHostError(thrown);
      outcome = { error: { code, message } };
    }
    // A cancelled request gets no answer.
    if (!running.delete(id)) return;
    send({ id, ...outcome });
    if (method === "ui/initialize" && "error" in outcome) refused?.();
  };

  const take = ({ id, method, params, result, error }: Loose): void => {
    if (typeof method !== "string") {
      const [resolve, reject] = asked.get(id) ?? [];
      asked.delete(id);
      if (error) reject?.(toHostError(error));
      else resolve?.(result);
    } else if (id !== undefined) void answer(id, method, object(params));
    else {
      if (method === "ui/notifications/initialized") ready();
      if (method === "notifications/cancelled") {
        const { requestId, reason } = object(params);
        const stop = running.get(requestId);
        running.delete(requestId);
        stop?.abort(reason);
      }
      desk.note(method, object(params));
    }
  };

  return {
    transport: {
      send(message) {
        if (!open) return;
        const copy = structuredClone(message);
        traffic.push({ from: "view", by: "message", message: copy });
        queueMicrotask(() => open && take(structuredClone(copy)));
      },
      listen(handler) {
        listener = handler;
      },
    },
    connected,
    declared: () => declared,
    async notify(method, params) {
      await connected;
      send({ method, params });
    },
    async ask(method, params) {
      await connected;
      if (!open) throw new HostError(-32000, "The host is closed");
      const id = `host-${++count}`;
      const outcome = new Promise((resolve, reject) => asked.set(id, [resolve, reject]));
      send({ id, method, params });
      return outcome;
    },
    post,
    close() {
      open = false;
      for (const [, reject] of asked.values()) reject(new HostError(-32000, "The host is closed"));
      asked.clear();
    },
  };
};
