import type { OpenAI, OpenAIGlobals } from "../native.js";
/** What `read` gives, and a render when that becomes another. */
export declare const useGlobals: <T>(read: () => T) => T;
/**
 * The whole of `window.openai`, values and methods: another object whenever
 * something in it has changed; undefined while there is no ChatGPT.
 * {@link useOpenAIGlobal} renders for one value alone.
 *
 * @example
 * const openai = useOpenAI();
 * return h("p", { onClick: () => openai?.requestClose?.() }, openai?.theme);
 */
export declare const useOpenAI: () => OpenAI | undefined;
/**
 * One value of `window.openai`, as it is there; undefined while there is no
 * ChatGPT. The same object while it says the same.
 *
 * @param key - Its name.
 * @example
 * const maxHeight = useOpenAIGlobal("maxHeight");
 */
export declare const useOpenAIGlobal: <K extends keyof OpenAIGlobals>(key: K) => OpenAIGlobals[K] | undefined;
