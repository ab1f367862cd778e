import { openai } from "./openai.ts";
import { read, set } from "./store.ts";

/** The view's state: what it set last, or what the host kept from before. */
export const getState = <T = unknown>(): T | undefined => (read("state") ?? undefined) as T | undefined;

/**
 * Sets the view's state. ChatGPT keeps it with the conversation and shows it to
 * the model, so it should be small JSON; elsewhere it lives as long as the view.
 */
export const setState = <T>(state: T): void => {
  set("state", state);
  openai()?.setWidgetState?.(state);
};
