import { object, text } from "../values/unchecked.ts";
import { callTool } from "../calls/calltool.ts";
import { stateTool } from "./statetool.ts";
import { StateError, timeout } from "./storage.ts";
import type { StateStorage } from "./storage.ts";

/** Identifies this page among all that write, and counts its writes. */
let writer = "";
let sequence = 0;

/** The app's server, for the call whose result contained the token. */
export const serverStorage = (token: string): StateStorage => {
  /** The server's revision of the state, which goes back to it unchanged. */
  let revision: unknown = 0;
  const ask = async (args: object): Promise<unknown> => {
    const result = await callTool(stateTool, { token, ...args }, { signal: AbortSignal.timeout(timeout) });
    if (result.isError) throw new StateError(text(object(result.meta?.["oriel/error"]).code), result.text);
    const data = object(result.data);
    revision = data.revision;
    return data.state;
  };
  return {
    place: "server",
    load: async (onState) => onState(await ask({ get: true })),
    save: (state) =>
      ask({ state, revision, writer: (writer ||= Math.random().toString(36).slice(2)), sequence: ++sequence }),
  };
};
