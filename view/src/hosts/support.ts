import { hostCapabilities } from "../start/connect.ts";
import { openai } from "./openai.ts";

/**
 * How a host shows that it has something: a member of the capabilities that it
 * advertised, a method of `window.openai`, or either.
 */
export type Sign = readonly [advertised?: string, method?: string];

/** Whether the host shows this sign, as far as it has said anything. */
export const has = ([advertised, method]: Sign): boolean =>
  !!hostCapabilities()[advertised!] || typeof openai()?.[method!] == "function";

/** A call that some hosts do not have. */
export type Optional<F> = F & {
  /**
   * Whether this host says that it has it, as far as it has said anything. The
   * call may be made all the same: it then falls back, or rejects with a
   * ViewError, as its page in docs/view says.
   */
  isSupported(): boolean;
};

/** Puts `isSupported` beside a call. */
export const optional = <F extends (...args: never[]) => unknown>(sign: Sign, call: F): Optional<F> =>
  Object.assign(call, { isSupported: () => has(sign) });
