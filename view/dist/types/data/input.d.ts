/** The complete arguments of the tool call, once they are there. */
export declare const toolInput: <T = unknown>() => T | undefined;
/**
 * Calls `fn` with the complete arguments: at once if they are there already.
 * Returns a function that ends it.
 *
 * @example
 * onToolInput<{ city: string }>(({ city }) => (title.textContent = `Weather in ${city}`));
 */
export declare const onToolInput: <T = unknown>(fn: (input: T) => void) => (() => void);
/**
 * The arguments as far as the model has written them; undefined before any have
 * come, on the many hosts that never send them, and as soon as the complete ones
 * are there.
 */
export declare const toolInputPartial: <T = unknown>() => Partial<T> | undefined;
/**
 * Calls `fn` with the arguments as far as the model has written them: members
 * may be missing and may still change. JSON text that stops in the middle is
 * parsed as far as it goes. Few hosts send this, so a view must work without; none
 * is passed on after the complete arguments. Returns a function that ends it.
 *
 * @example
 * onToolInputPartial<{ city: string }>(({ city }) => (title.textContent = `Weather in ${city ?? "…"}`));
 */
export declare const onToolInputPartial: <T = unknown>(fn: (input: Partial<T>) => void) => (() => void);
/** Whether the tool call was cancelled: undefined if not, else an object with the host's reason, if it gave one. */
export declare const toolCancelled: () => {
    reason?: string;
} | undefined;
/**
 * Calls `fn` with the host's reason, if it gave one, when the tool call was
 * cancelled: at once if it was already. Returns a function that ends it.
 *
 * @example
 * onToolCancelled((reason) => (title.textContent = reason ?? "Cancelled"));
 */
export declare const onToolCancelled: (fn: (reason?: string) => void) => (() => void);
