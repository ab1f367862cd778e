/**
 * Calls `fn` before the host takes the view away. The host is answered when all
 * promises that such functions return have settled; most hosts wait for that
 * only a short time. Returns a function that ends it.
 *
 * @example
 * onTeardown(async () => {
 *   await callTool("save", { text: input.value });
 * });
 */
export declare const onTeardown: (fn: (reason?: string) => void | Promise<void>) => (() => void);
/** Runs the handlers, and resolves when all have ended. */
export declare const tearDown: (reason: string | undefined) => Promise<void>;
