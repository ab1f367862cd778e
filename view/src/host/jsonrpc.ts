// JSON-RPC 2.0 over postMessage, where any value may arrive.

import { isRecord } from "./types.ts";
import type { Json, RpcFault } from "./types.ts";

export type RpcId = string | number;

export interface RpcMessage {
  jsonrpc: "2.0";
  id?: RpcId;
  method?: string;
  params?: Json;
  result?: unknown;
  error?: RpcFault;
}

export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
export const REFUSED = -32000;
/** MCP's code for a sampling request that the user has rejected. */
export const SAMPLING_REJECTED = -1;

/** An error that is sent to the view as it is. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }

  fault(): RpcFault {
    return this.data === undefined
      ? { code: this.code, message: this.message }
      : { code: this.code, message: this.message, data: this.data };
  }
}

/** The message, or undefined if it is not well-formed JSON-RPC. */
export function asRpc(data: unknown): RpcMessage | undefined {
  if (!isRecord(data) || data["jsonrpc"] !== "2.0") {
    return undefined;
  }
  const id = data["id"];
  const hasId = typeof id === "string" || typeof id === "number";
  if (id !== undefined && !hasId) {
    return undefined;
  }
  const params = data["params"];
  if (params !== undefined && params !== null && !isRecord(params)) {
    return undefined;
  }
  if (typeof data["method"] === "string") {
    return { ...data, jsonrpc: "2.0", params: isRecord(params) ? params : undefined } as RpcMessage;
  }
  return hasId && ("result" in data || "error" in data) ? ({ ...data } as unknown as RpcMessage) : undefined;
}

/** The id of a request with invalid params, so that it can be answered with an error; undefined for anything else. */
export function idOfBadRequest(data: unknown): RpcId | undefined {
  if (!isRecord(data) || data["jsonrpc"] !== "2.0" || typeof data["method"] !== "string") {
    return undefined;
  }
  const id = data["id"];
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

export function faultOf(error: unknown): RpcFault {
  if (error instanceof RpcError) {
    return error.fault();
  }
  return { code: INTERNAL_ERROR, message: error instanceof Error ? error.message : String(error) };
}
