import { read, set } from "../data/topics.ts";
import { openai } from "../hosts/openai.ts";

/**
 * The view's state: what it set last, or what the host has kept from an earlier page.
 *
 * @example
 * const { tab = 0 } = getState<{ tab?: number }>() ?? {};
 */
export const getState = <T = unknown>(): T | undefined => (read("state") ?? undefined) as T | undefined;

/**
 * Sets the view's state. ChatGPT keeps it with the conversation and shows it to
 * the model, so it should be small JSON. Other hosts do not keep it: it lasts as long as the view.
 * {@link createStore} keeps state on every host; a view uses one of the two.
 *
 * @param state - Anything that JSON can hold; `null` and `undefined` are no state.
 * @example
 * setState({ tab: 2 });
 * @support mcp-apps fallback keeps it as long as the view exists
 * @support bare fallback keeps it as long as the view exists
 * @support chatgpt native `setWidgetState`
 * @support openai native `setWidgetState`
 * @support mcp-ui fallback keeps it as long as the view exists
 * @support standalone fallback keeps it as long as the view exists
 */
export const setState = <T>(state: T): void => {
  set("state", state);
  openai()?.setWidgetState?.(state);
};
