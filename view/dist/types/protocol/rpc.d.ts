import type { Loose } from "../values/unchecked.js";
/** How far the host or the server is with a request. */
export interface Progress {
    /** Grows with each report; what it counts is the server's business. */
    progress: number;
    /** What `progress` grows to, where that is known. */
    total?: number;
    message?: string;
}
/** What goes with one request. */
export interface RequestOptions {
    /** When it is aborted, the request rejects with its reason, and the host is asked to cancel. */
    signal?: AbortSignal | undefined;
    /** Called whenever the host reports progress. Many hosts never do. */
    onProgress?: ((progress: Progress) => void) | undefined;
}
/** A request that can be cancelled. */
export interface Cancellable {
    /** Tells the host to cancel. The promise stays pending. */
    cancel?: (reason: unknown) => void;
}
type Settle = (value: any) => void;
/** The requests that the host has not answered, by id. */
export declare const pending: Map<unknown, [resolve: Settle, reject: Settle, onProgress?: ((progress: Progress) => void) | undefined]>;
/** The number of requests so far, and the id of the last. */
export declare let requestCount: number;
/** Sends a notification to the host. */
export declare const notify: (method: string, params?: object) => void;
/**
 * Sends a request to the host, and resolves with its result. There is no timeout: the
 * host may have to ask a person. Rejects with a ViewError for an error answer, and
 * for params that can't be posted (-32602). Sets `cancel` of `cancellable`.
 */
export declare const request: (method: string, params: object, onProgress?: RequestOptions["onProgress"], cancellable?: Cancellable) => Promise<unknown>;
/** Settles the request with this id, if it is pending. */
export declare const settleRequest: (id: unknown, result: unknown, error: unknown) => void;
/** Passes a progress notification to the request that it belongs to. */
export declare const reportProgress: ({ progressToken, ...progress }: Loose) => void;
export {};
