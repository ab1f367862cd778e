// Generated from ../react by tools/assets. DO NOT EDIT.
import { onToolCancelled, toolCancelled } from "../data/input.ts";
import { onTeardown } from "../data/teardown.ts";
import { useLayoutEffect } from "./library.ts";
import { bridged, useLatest, useRead } from "./read.ts";

/**
 * Whether the tool call was cancelled, and why, if the host said so. The callback
 * is called when it is, and at once if it was already. `isSupported` says that the
 * host speaks of it.
 *
 * @param fn - Called with the host's reason.
 * @example
 * function Status() {
 *   const { cancelled, reason } = useToolCancellation(() => console.log("stopped"));
 *   return cancelled ? <p>Cancelled {reason}</p> : null;
 * }
 */
export const useToolCancellation = (
  fn?: (reason?: string) => void,
): { isSupported: boolean; cancelled: boolean; reason: string | undefined } => {
  const isSupported = useRead(bridged);
  const cancelled = useRead(toolCancelled);
  const tell = useLatest(fn);
  useLayoutEffect(() => onToolCancelled(tell), [tell]);
  return { isSupported, cancelled: !!cancelled, reason: cancelled?.reason };
};

/**
 * Calls `fn` before the host takes the view away; most hosts wait only a short time
 * for the promise that it returns. `isSupported` says that the host tells the view.
 *
 * @param fn - Called with the host's reason, if it gave one.
 * @example
 * function Draft({ text }: { text: string }) {
 *   const { callTool } = useCallTool("save");
 *   useTeardown(async () => void (await callTool({ text })));
 *   return <p>{text}</p>;
 * }
 */
export const useTeardown = (fn: (reason?: string) => void | Promise<void>): { isSupported: boolean } => {
  const tell = useLatest(fn);
  // An event between the first look of the page and an effect would find nobody.
  useLayoutEffect(() => onTeardown(tell), [tell]);
  return { isSupported: useRead(bridged) };
};
