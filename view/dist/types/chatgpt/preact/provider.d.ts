import type { Children } from "./library.js";
/** What {@link ChatGPTProvider} takes. */
export interface ChatGPTProviderProps {
    children?: Children;
    /** Shown while there is no ChatGPT; left out: nothing, and an error once it is certain that none comes. */
    fallback?: Children;
}
/**
 * Shows its children when ChatGPT is there, so that the hooks within have one.
 *
 * @throws ViewError -32601, when it renders: there is no ChatGPT, and no `fallback`.
 * @example
 * createRoot(root).render(<ChatGPTProvider fallback="Open this in ChatGPT"><App /></ChatGPTProvider>);
 */
export declare const ChatGPTProvider: ({ children, fallback }: ChatGPTProviderProps) => Children;
