/**
 * How to see that a host has a feature: it advertised this member of its
 * capabilities, or `window.openai` has this method.
 */
export type Feature = readonly [advertised?: string, method?: string];
/** Whether the host has the feature, as far as is known yet. */
export declare const has: ([advertised, method]: Feature) => boolean;
/** A call that some hosts do not have. */
export type Optional<F> = F & {
    /**
     * Whether this host says that it has it, as far as it has said anything. The
     * call may be made all the same: it then falls back, or rejects with a
     * ViewError, as its page in docs/view says.
     */
    isSupported(): boolean;
};
/** Adds `isSupported` to a call. */
export declare const optional: <F extends (...args: never[]) => unknown>(feature: Feature, call: F) => Optional<F>;
