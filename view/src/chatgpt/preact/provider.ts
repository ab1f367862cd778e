// Generated from ../react by tools/assets. DO NOT EDIT.
import { connected } from "../../hosts/platform.ts";
import { isChatGPT, openai } from "../native.ts";
import { useGlobals } from "./globals.ts";
import { useEffect, useState } from "./library.ts";
import type { Children } from "./library.ts";

/** What {@link ChatGPTProvider} takes. */
export interface ChatGPTProviderProps {
  children?: Children;
  /** Shown while there is no ChatGPT; left out: nothing, and an error once it is certain that none comes. */
  fallback?: Children;
}

/** Settles when no `window.openai` can come any more: a host has answered, or there is none, and the page has loaded. */
const certain = async (): Promise<void> => {
  await connected.catch(() => {});
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
};

/**
 * Shows its children when ChatGPT is there, so that the hooks within have one.
 *
 * @throws ViewError -32601, when it renders: there is no ChatGPT, and no `fallback`.
 * @example
 * createRoot(root).render(<ChatGPTProvider fallback="Open this in ChatGPT"><App /></ChatGPTProvider>);
 */
export const ChatGPTProvider = ({ children, fallback }: ChatGPTProviderProps): Children => {
  const here = useGlobals(isChatGPT);
  const [late, setLate] = useState(false);
  useEffect(() => {
    let mounted = true;
    void certain().then(() => {
      if (mounted) setLate(true);
    });
    return () => {
      mounted = false;
    };
  }, []);
  if (here) return children;
  // Throws, and says what is missing.
  if (late && fallback === undefined) openai();
  return fallback ?? null;
};
