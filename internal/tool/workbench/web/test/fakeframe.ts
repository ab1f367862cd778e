// The frame of a view in as much of a page as it needs, without a browser.

import { ViewFrame } from "../frame/frame.ts";
import type { FrameEvents } from "../frame/frame.ts";
import type { Placed } from "../wire.ts";

const PROXY = "http://proxy.localhost:1";

export interface FakeFrame {
  frame: ViewFrame;
  /** What the frame sent to its sandbox. */
  posted: unknown[];
  /** Lets the sandbox notify the frame. */
  says(method: string, ports?: unknown[]): void;
}

/** Where the frame opens its documents. */
export function placed(document: string): Placed {
  return { sandbox: "allow-scripts", allow: "", proxy: `${PROXY}/proxy`, proxyOrigin: PROXY, document } as Placed;
}

export function fakeFrame(events: Partial<FrameEvents>): FakeFrame {
  const posted: unknown[] = [];
  const contentWindow = { postMessage: (data: unknown) => posted.push(data), location: { replace: () => undefined } };
  const element = { dataset: {}, setAttribute: () => undefined, remove: () => undefined, contentWindow, checkVisibility: () => false };
  let receive: (event: unknown) => void = () => undefined;
  Object.assign(globalThis, {
    document: { createElement: () => element },
    addEventListener: (type: string, listener: (event: unknown) => void) => {
      receive = type === "message" ? listener : receive;
    },
    removeEventListener: () => undefined,
  });
  const nothing = () => undefined;
  const frame = new ViewFrame("test", "day in Test host", {
    message: nothing,
    loaded: nothing,
    violation: nothing,
    traffic: nothing,
    stranger: nothing,
    downloadBlocked: nothing,
    cutOff: nothing,
    status: nothing,
    waiting: () => "",
    refused: nothing,
    health: nothing,
    foundWrong: nothing,
    ...events,
  });
  return {
    frame,
    posted,
    says: (method, ports = []) =>
      receive({ source: contentWindow, origin: PROXY, ports, data: { jsonrpc: "2.0", method, params: {} } }),
  };
}
