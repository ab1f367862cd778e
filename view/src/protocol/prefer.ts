import { has } from "../hosts/support.ts";
import { toViewError } from "../values/error.ts";
import { openai } from "../hosts/openai.ts";

/** Has window.openai do it in its own way, where it has the method, else does `otherwise`. */
export const prefer = async (method: string, args: unknown[], otherwise: () => unknown): Promise<any> => {
  if (!has([, method])) return otherwise();
  try {
    return await openai()![method](...args);
  } catch (error) {
    throw toViewError(error);
  }
};
