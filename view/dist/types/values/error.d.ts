/**
 * Why a host did not do what the view asked. `code` is the JSON-RPC code of the
 * host's answer. -32601 also means that there is no host, or that it does not have the
 * call; -32000 is a refusal without a code.
 *
 * A tool that fails does not throw: its result has `isError`.
 */
export declare class ViewError extends Error {
    name: string;
    code: number;
    constructor(code: number, message: string);
}
/** Makes a ViewError of anything that a host throws or answers. */
export declare const toViewError: (raw: unknown) => ViewError;
