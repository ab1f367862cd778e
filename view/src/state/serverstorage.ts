import { patience, StateError } from "./storage.ts";
import type { Keep } from "./storage.ts";
import { object, text } from "../values/unchecked.ts";
import { callTool } from "../calls/calltool.ts";

/** The page among all that write, and how often it has written. */
let writer = "";
let sequence = 0;

/** The app's server, for the call whose result brought the token. */
export const keepAtServer = (token: string): Keep => {
  /** As the server said it; nobody but the server makes anything of it. */
  let revision: unknown = 0;
  const ask = async (args: object): Promise<unknown> => {
    const result = await callTool("oriel_state", { token, ...args }, { signal: AbortSignal.timeout(patience) });
    if (result.isError) throw new StateError(text(object(result.meta?.["oriel/error"]).code), result.text);
    const data = object(result.data);
    revision = data.revision;
    return data.state;
  };
  return {
    place: "server",
    load: async (give) => give(await ask({ get: true })),
    save: (state) =>
      ask({ state, revision, writer: (writer ||= Math.random().toString(36).slice(2)), sequence: ++sequence }),
  };
};
