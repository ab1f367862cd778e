import { ask } from "./ask.ts";
import { ViewError } from "../values/error.ts";
import { object } from "../values/unchecked.ts";

/** Asks for something that has no answer but yes and no. */
export const command = async (...request: Parameters<typeof ask>): Promise<void> => {
  if (object(await ask(...request)).isError) throw new ViewError(-32000, `The host refused ${request[0]}`);
};
