import { RpcError } from "../host/jsonrpc.js";
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
export declare class HostError extends RpcError {
    name: string;
    constructor(code: number, message: string);
}
/** What to tell the view of whatever was thrown: its code if it has one, else -32000. */
export declare const toHostError: (thrown: unknown) => HostError;
