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
    /** Rejects the request with its reason when it is aborted, and tells the host that nobody waits any longer. */
    signal?: AbortSignal | undefined;
    /** Hears of progress, as often as the host reports it; many never do. */
    onProgress?: ((progress: Progress) => void) | undefined;
}
/** A request that can be given up. */
export interface Running {
    /** Tells the host so. The promise stays pending. */
    cancel?: (reason: unknown) => void;
}
type Settle = (value: any) => void;
/** The requests that the host has not answered, by their ids. */
export declare const waiting: Map<unknown, [resolve: Settle, reject: Settle, onProgress?: ((progress: Progress) => void) | undefined]>;
/** How many requests there have been. */
export declare let count: number;
/** A notification to the host. */
export declare const notify: (method: string, params?: object) => void;
/**
 * A request to the host. It waits as long as the host takes, which may be asking
 * a person; an error answer rejects with a ViewError, and so do params that
 * cannot be posted (-32602). The handle, if one is given, gets its `cancel`.
 */
export declare const request: (method: string, params: object, onProgress?: RequestOptions["onProgress"], running?: Running) => Promise<unknown>;
/** Settles the request that an answer belongs to, if there is one. */
export declare const settle: (id: unknown, result: unknown, error: unknown) => void;
/** Passes a report of progress on to the request that it belongs to. */
export declare const progress: ({ progressToken, ...progress }: Loose) => void;
export {};
