import { RpcError } from "../host/jsonrpc.ts";

/**
 * An error with a code of JSON-RPC. A fake host answers with one when a function
 * that the test gave it throws one, and rejects with one when the view answers a
 * request with an error.
 *
 * The code reaches the view by JSON-RPC only: `window.openai` and MCP-UI carry
 * nothing but the message, which the runtime makes a ViewError of -32000.
 *
 * `code` is the JSON-RPC code: -32601 no such method, -32602 wrong parameters, -32000 refused.
 */
export class HostError extends RpcError {
  override name = "HostError";
  constructor(code: number, message: string) {
    super(code, message);
  }
}

/** What to tell the view of whatever was thrown: its code if it has one, else -32000. */
export const toHostError = (thrown: unknown): HostError => {
  const { code, message } = Object(thrown) as { code?: unknown; message?: unknown };
  return new HostError(typeof code === "number" ? code : -32000, String(message ?? thrown));
};
