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
}

export const seen: Record<string, unknown> = {};

export function offer(peer: Peer): void {
  Object.assign(globalThis, {
    peer: {
      ...peer,
      seen,
      grow(height: number) {
        const block = document.createElement("div");
        block.style.height = `${height}px`;
        document.body.append(block);
      },
    },
  });
}
