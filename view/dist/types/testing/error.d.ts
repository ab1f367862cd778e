/**
 * An error with a JSON-RPC code. A fake host answers with one when a function
 * that the test gave it throws one, and rejects with one when the view answers a
 * request with an error.
 *
 * The code reaches the view by JSON-RPC only: `window.openai` and MCP-UI carry
 * nothing but the message, which the runtime makes a ViewError of -32000.
 */
export declare class HostError extends Error {
    name: string;
    /** The JSON-RPC code: -32601 no such method, -32602 wrong parameters, -32000 refused. */
    code: number;
    constructor(code: number, message: string);
}
/** What to tell the view of whatever was thrown: its code if it has one, else -32000. */
export declare const toHostError: (thrown: unknown) => HostError;
