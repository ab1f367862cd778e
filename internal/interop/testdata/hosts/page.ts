// What every host of the tests offers to the test: the frame that the view goes
// into, what the host has seen, and every message of the view.

export const frame = document.querySelector("iframe") as HTMLIFrameElement;
export const view = frame.contentWindow as Window;
export const seen: Record<string, any> = {};
export const traffic: unknown[] = [];

addEventListener("message", ({ data, source }) => {
  if (source === view) traffic.push(data);
});

export const input = { city: "Lisbon", n: 1 };
export const result = {
  content: [{ type: "text", text: "sunny in Lisbon" }],
  structuredContent: { city: "Lisbon", sky: "clear" },
};

/** Does what the tools of the view's server do. */
export function callTool({ name, arguments: args }: any): any {
  (seen.calls ??= []).push({ name, arguments: args });
  if (name === "farewell") {
    // The frame is still there, so the view said it in time.
    seen.farewell = { from: args.from, connected: frame.isConnected };
    return { content: [{ type: "text", text: "goodbye" }] };
  }
  return { content: [{ type: "text", text: "doubled" }], structuredContent: { n: 2 * args.n } };
}

/** What a host does with a wish for a size. */
export function resize(size: { height?: number }): void {
  seen.size = size;
  if (size.height !== undefined) frame.style.height = `${size.height}px`;
}

export interface Peer {
  theme(theme: string): unknown;
  /** Ends the view as a host does: it asks, waits, and takes the frame away. */
  teardown(): Promise<unknown>;
}

export function offer(peer: Peer): void {
  Object.assign(globalThis, { peer: { ...peer, seen, traffic } });
}

export function open(): void {
  frame.src = "/view";
}
