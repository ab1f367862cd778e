/** Where a view's state is kept. */
export type StatePlace = "host" | "server" | "browser" | "memory";

/** How long, in ms, the host or the server may take. A host may have to ask a person first. */
export const patience = 30_000;

/**
 * Why state is not kept. `code` is `"state_too_large"`, more than 1,000,000 bytes of
 * JSON; `"state_invalid"`, JSON can't hold it; `"state_full"`, the browser or the
 * server has no room; `"state_unreachable"`, the host or the server did not answer or
 * refused; or another that the server says.
 */
export class StateError extends Error {
  override name = "StateError";
  code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** What keeps one document, which is one view's state. */
export interface Keep {
  place: StatePlace;
  /**
   * Gives what is kept, undefined for nothing, and later what others make of it, or,
   * with `restored`, what was kept all the time and is told only now.
   */
  load(give: (state: unknown, restored?: boolean) => void): void | Promise<void>;
  /** Keeps a state, which is pure JSON, and `json` its text; returns another that has won over it. */
  save(state: unknown, json: string): unknown;
}
