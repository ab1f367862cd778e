// Sends a view's requests to the server.

import { ApiError } from "./api.ts";
import type { Api, RequestOptions } from "./api.ts";
import { sentence } from "./bench.ts";
import type { Bench } from "./bench.ts";
import { METHOD_NOT_FOUND, REFUSED, RpcError } from "../../../../view/src/host/jsonrpc.ts";
import type { CallOptions } from "../../../../view/src/host/protocol.ts";
import type { Surface } from "./surface.ts";
import { resultText } from "./wire.ts";
import type { CallToolResult, ListName, RpcFault, ServerQuestion } from "./wire.ts";

export class ServerProxy {
  readonly #bench: Bench;
  readonly #server: string;
  readonly #profile: string;

  readonly #report: (what: string) => void;
  readonly #refused: (text: string) => void;
  readonly #asks: Surface["serverAsks"];

  /**
   * report gets the full error message for the person; views get less. refused gets the text of the server's errors, and
   * asks its questions.
   */
  constructor(
    bench: Bench,
    server: string,
    profile: string,
    report: (what: string) => void,
    refused: (text: string) => void,
    asks: Surface["serverAsks"],
  ) {
    this.#asks = asks;
    this.#report = report;
    this.#refused = refused;
    this.#bench = bench;
    this.#server = server;
    this.#profile = profile;
  }

  async call(name: string, args: unknown, options: CallOptions): Promise<CallToolResult> {
    const answer = await this.#ask(
      (api) => this.#whileAsking(options.signal, (one) => api.call(this.#server, this.#profile, name, args, "view", { ...options, ...one })),
      options.signal,
    );
    const result = (this.#resultOf(answer) as CallToolResult | undefined) ?? {};
    if (result.isError === true) {
      this.#refused(resultText(result));
    }
    return result;
  }

  async read(uri: string, { signal }: CallOptions): Promise<unknown> {
    return this.#resultOf(
      await this.#ask(
        (api) => this.#whileAsking(signal, (one) => api.resource(this.#server, this.#profile, uri, one)),
        signal,
      ),
    );
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

  // The server's questions end with the request.
  async #whileAsking<T>(signal: AbortSignal | undefined, request: (options: RequestOptions) => Promise<T>): Promise<T> {
    const ending = new AbortController();
    const question = (one: ServerQuestion) => this.#asks(one, ending.signal);
    try {
      return await request(signal ? { question, signal } : { question });
    } finally {
      ending.abort();
    }
  }

  #resultOf({ result, rpcError }: { result?: unknown; rpcError?: RpcFault }): unknown {
    if (rpcError) {
      this.#refused(rpcError.message);
      throw new RpcError(rpcError.code, rpcError.message, rpcError.data ?? null);
    }
    return result;
  }

  #ask<T>(ask: (api: Api) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    return this.#bench.viewRequests
      .run(() => ask(this.#bench.api), signal)
      .catch((error: unknown) => {
        if (!signal?.aborted) {
          this.#report(sentence(error));
        }
        throw new RpcError(REFUSED, messageForViews(error), { code: codeOf(error) });
      });
  }
}

// Messages for views by error code. They don't reveal the server's address or network errors.
const words: Record<string, string> = {
  tool_not_for_views: "This tool is not for views: its _meta.ui.visibility does not name app.",
  arguments_invalid: "The arguments are not an object.",
  body_too_large: "What the view sent is too large.",
  request_too_large: "What the view sent is too large.",
  result_too_large: "The server's answer is too large.",
  server_answer_malformed: "The server's answer does not follow MCP.",
  server_timeout: "The server did not answer in time.",
  server_gone: "The server is not running.",
  server_exited: "The server is not running.",
  server_unreachable: "The server is not running.",
  server_not_started: "The server is not running.",
  server_restarted: "The server was restarted in the meantime.",
  cancelled: "The request was cancelled.",
};

function codeOf(error: unknown): string {
  return error instanceof ApiError ? error.code : "failed";
}

function messageForViews(error: unknown): string {
  const code = codeOf(error);
  return (Object.hasOwn(words, code) ? words[code] : undefined) ?? "The host could not do this.";
}
