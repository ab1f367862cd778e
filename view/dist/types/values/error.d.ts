/**
 * Why a host did not do what the view asked. `code` is the JSON-RPC code of the
 * host's answer; -32601 also stands for "no host, or it has no such thing" and
 * -32000 for a refusal without a code.
 *
 * A tool that fails is no ViewError: its result has `isError`.
 */
export declare class ViewError extends Error {
    name: string;
    code: number;
    constructor(code: number, message: string);
}
/** Makes a ViewError of anything that a host throws or answers. */
export declare const toViewError: (raw: unknown) => ViewError;
