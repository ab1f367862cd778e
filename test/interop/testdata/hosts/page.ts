// What every host of the tests offers to the test: the frame that the view goes
// into, what the host has seen, and every message of the view.

export const frame = document.querySelector("iframe") as HTMLIFrameElement;
export const view = frame.contentWindow as Window;
export const seen: Record<string, any> = {};
export const traffic: unknown[] = [];

addEventListener("message", ({ data, source }) => {
  // What ChatGPT's script in the frame says is not the view's.
  if (source === view && !data?.chatgpt) traffic.push(data);
});

export const input = { city: "Lisbon" };
export const result = {
  content: [{ type: "text", text: "sunny in Lisbon" }],
  structuredContent: { city: "Lisbon", sky: "clear" },
  _meta: { "oriel/viewData": { station: 7 } },
};

/** How a call is followed and ended, where the host can. */
export interface Following {
  progress?: (progress: { progress: number; total: number }) => unknown;
  signal?: AbortSignal;
}

/** What a slow tool waits for after each step: nothing, unless a test holds it up. */
export const pause = { between: async (): Promise<void> => {} };

/** Does what the tools of the view's server do. */
export async function callTool({ name, arguments: args }: any, { progress, signal }: Following = {}): Promise<any> {
  (seen.calls ??= []).push({ name, arguments: args });
  switch (name) {
    case "farewell":
      // The frame is still there, so the view said it in time.
      seen.farewell = { from: args.from, connected: frame.isConnected };
      return { content: [{ type: "text", text: "goodbye" }] };
    case "slow":
      for (const n of [1, 2]) {
        await progress?.({ progress: n, total: 2 });
        await pause.between();
      }
      return { content: [{ type: "text", text: "slowly done" }] };
    case "hangs":
      return new Promise((_, reject) => {
        signal?.addEventListener("abort", () => {
          seen.stopped = true;
          reject(new Error("cancelled"));
        });
      });
    case "oriel_files": {
      // As App.AddFiles does it, for one file of one chunk.
      const file = { fileId: "app_1", name: "a.txt", mimeType: "text/plain", size: 5 };
      const structuredContent = args.fileId ? { ...file, data: btoa("hello") } : { ...file, name: args.name };
      return { content: [{ type: "text", text: "a.txt" }], structuredContent };
    }
    case "double":
      return { content: [{ type: "text", text: "doubled" }], structuredContent: { n: 2 * args.n } };
  }
  throw new Error(`There is no tool ${name}`);
}

export const read = (uri: string) => ({ contents: [{ uri, mimeType: "text/plain", text: "a note" }] });

/** What a host does with a wish for a size. */
export function resize(size: { height?: number }): void {
  seen.size = size;
  if (size.height !== undefined) frame.style.height = `${size.height}px`;
}

/** What a host does of its own accord; one that can't has no such member. */
export interface Peer {
  theme(theme: string): unknown;
  cancel?(reason: string): unknown;
  /** Calls the tool "halve" that the view offers. */
  viewTool?(n: number): Promise<unknown>;
  /** Ends the view as a host does: it asks, waits, and takes the frame away. */
  teardown?(): Promise<unknown>;
}

export function offer(peer: Peer): void {
  Object.assign(globalThis, { peer: { ...peer, seen, traffic } });
}

/** Shows the view, whose address the test has put beside the frame. */
export function open(): void {
  frame.src = frame.dataset.view as string;
}
