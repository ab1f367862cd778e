import { object, text } from "./unchecked.ts";

/**
 * Why a host did not do what the view asked. `code` is the JSON-RPC code of the
 * host's answer. -32601 also means that there is no host, or that it does not have the
 * call; -32000 is a refusal without a code.
 *
 * A tool that fails does not throw: its result has `isError`.
 */
export class ViewError extends Error {
  override name = "ViewError";
  declare code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Makes a ViewError of anything that a host throws or answers. */
export const toViewError = (raw: unknown): ViewError => {
  const { code, message } = object(raw);
  return new ViewError(Number.isInteger(code) ? code : -32000, text(message) || text(raw) || "Refused");
};
