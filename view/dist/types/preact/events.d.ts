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
export declare const useToolCancellation: (fn?: (reason?: string) => void) => {
    isSupported: boolean;
    cancelled: boolean;
    reason: string | undefined;
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
export declare const useTeardown: (fn: (reason?: string) => void | Promise<void>) => {
    isSupported: boolean;
};
