/** Where a view's state is kept. */
export type StatePlace = "host" | "server" | "browser" | "memory";
/** How long, in ms, the host or the server may take. A host may have to ask a person first. */
export declare const timeout = 30000;
/**
 * Why state is not kept. `code` is `"state_too_large"`, more than 1,000,000 bytes of
 * JSON; `"state_invalid"`, JSON can't hold it; `"state_full"`, the browser or the
 * server has no room; `"state_unreachable"`, the host or the server did not answer or
 * refused; or another that the server says.
 */
export declare class StateError extends Error {
    name: string;
    code: string;
    constructor(code: string, message: string);
}
/** Stores the state of one view. */
export interface StateStorage {
    place: StatePlace;
    /**
     * Calls `onState` with the stored state, undefined if there is none, and again when
     * another page changes it. `restored` means that the state was stored before this
     * page, but arrives only now.
     */
    load(onState: (state: unknown, restored?: boolean) => void): void | Promise<void>;
    /** Stores a state, which is plain JSON; `json` is its text. Returns the state that is stored instead, if another page's has won. */
    save(state: unknown, json: string): unknown;
}
