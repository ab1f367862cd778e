// What every view of the tests offers to the test: what it has seen, and what
// it can be told to do.

export interface Peer {
  /** Calls a tool with a number and returns what came back. */
  call(n: number): Promise<unknown>;
  message(text: string): Promise<unknown>;
  /** Resolves to "opened" or "refused". */
  link(url: string): Promise<string>;
  /** Resolves to the mode that the host answered. */
  mode(mode: string): Promise<unknown>;
  /** What some of the views can do besides. */
  [more: string]: (...args: any[]) => unknown;
}

export const seen: Record<string, unknown> = {};

export function offer(peer: Partial<Peer>): void {
  const page = {
    ...peer,
    seen,
    grow(height: number) {
      const block = document.createElement("div");
      block.style.height = `${height}px`;
      document.body.append(block);
    },
    /** What came of the last thing that was begun, once it is over. */
    outcome: undefined as { value?: unknown; code?: unknown; message?: string } | undefined,
    begin(name: string, ...args: unknown[]): void {
      page.outcome = undefined;
      Promise.resolve()
        .then(() => (page as unknown as Peer)[name](...args))
        .then(
          (value = null) => (page.outcome = { value }),
          (error) => (page.outcome = { code: error?.code ?? String(error), message: String(error?.message ?? error) }),
        );
    },
  };
  Object.assign(globalThis, { peer: page });
}
