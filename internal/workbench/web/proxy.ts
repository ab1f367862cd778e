// What a view asks of the server, carried there as from a view.

import { ApiError } from "./api.ts";
import type { Api } from "./api.ts";
import type { Bench } from "./bench.ts";
import { METHOD_NOT_FOUND, REFUSED, RpcError } from "./host/jsonrpc.ts";
import type { CallOptions } from "./host/protocol.ts";
import type { CallToolResult, ListName, RpcFault } from "./wire.ts";

export class ServerProxy {
  readonly #bench: Bench;
  readonly #server: string;
  readonly #profile: string;

  constructor(bench: Bench, server: string, profile: string) {
    this.#bench = bench;
    this.#server = server;
    this.#profile = profile;
  }

  async call(name: string, args: unknown, options: CallOptions = {}): Promise<CallToolResult> {
    const answer = await this.#ask(
      (api) => api.call(this.#server, this.#profile, name, args, "view", options),
      options.signal,
    );
    return (resultOf(answer) as CallToolResult | undefined) ?? {};
  }

  async read(uri: string, { signal }: CallOptions = {}): Promise<unknown> {
    return resultOf(await this.#ask((api) => api.resource(this.#server, this.#profile, uri, signal), signal));
  }

  async list(name: ListName, signal: AbortSignal): Promise<unknown[]> {
    const { entries, supported } = await this.#ask(
      (api) => api.list(this.#server, this.#profile, name, "view", signal),
      signal,
    );
    if (!supported) {
      throw new RpcError(METHOD_NOT_FOUND, `The server has no list of ${name}.`, { server: this.#server });
    }
    return entries;
  }

  #ask<T>(ask: (api: Api) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    return this.#bench.forViews.run(() => ask(this.#bench.api), signal).catch(refuse);
  }
}

function resultOf({ result, rpcError }: { result?: unknown; rpcError?: RpcFault }): unknown {
  if (rpcError) {
    throw new RpcError(rpcError.code, rpcError.message, rpcError.data ?? null);
  }
  return result;
}

// What the workbench refused, such as a tool that is not for views.
function refuse(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  throw new RpcError(REFUSED, message, { code: error instanceof ApiError ? error.code : "failed" });
}
