// state/serverstorage.ts
import { patience, StateError } from "./storage.js";
import { object, text } from "../values/unchecked.js";
import { callTool } from "../calls/calltool.js";
var writer = "";
var sequence = 0;
var keepAtServer = (token) => {
  let revision = 0;
  const ask = async (args) => {
    const result = await callTool("oriel_state", { token, ...args }, { signal: AbortSignal.timeout(patience) });
    if (result.isError) throw new StateError(text(object(result.meta?.["oriel/error"]).code), result.text);
    const data = object(result.data);
    revision = data.revision;
    return data.state;
  };
  return {
    place: "server",
    load: async (give) => give(await ask({ get: true })),
    save: (state) => ask({ state, revision, writer: writer ||= Math.random().toString(36).slice(2), sequence: ++sequence })
  };
};
export {
  keepAtServer
};
