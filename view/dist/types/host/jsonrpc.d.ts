import type { Json, RpcFault } from "./types.js";
export type RpcId = string | number;
export interface RpcMessage {
    jsonrpc: "2.0";
    id?: RpcId;
    method?: string;
    params?: Json;
    result?: unknown;
    error?: RpcFault;
}
export declare const INVALID_REQUEST = -32600;
export declare const METHOD_NOT_FOUND = -32601;
export declare const INVALID_PARAMS = -32602;
export declare const INTERNAL_ERROR = -32603;
export declare const REFUSED = -32000;
/** MCP's code for a sampling request that the user has rejected. */
export declare const SAMPLING_REJECTED = -1;
/** An error that is sent to the view as it is. */
export declare class RpcError extends Error {
    readonly code: number;
    readonly data: unknown;
    constructor(code: number, message: string, data?: unknown);
    fault(): RpcFault;
}
/** The message, or undefined if it is not well-formed JSON-RPC. */
export declare function asRpc(data: unknown): RpcMessage | undefined;
/** The id of a request with invalid params, so that it can be answered with an error; undefined for anything else. */
export declare function idOfBadRequest(data: unknown): RpcId | undefined;
export declare function faultOf(error: unknown): RpcFault;
