// state/serverstorage.ts
import { object, text } from "../values/unchecked.js";
import { callTool } from "../calls/calltool.js";
import { stateTool } from "./statetool.js";
import { StateError, timeout } from "./storage.js";
var writer = "";
var sequence = 0;
var serverStorage = (token) => {
  let revision = 0;
  const ask = async (args) => {
    const result = await callTool(stateTool, { token, ...args }, { signal: AbortSignal.timeout(timeout) });
    if (result.isError) throw new StateError(text(object(result.meta?.["oriel/error"]).code), result.text);
    const data = object(result.data);
    revision = data.revision;
    return data.state;
  };
  return {
    place: "server",
    load: async (onState) => onState(await ask({ get: true })),
    save: (state) => ask({ state, revision, writer: writer ||= Math.random().toString(36).slice(2), sequence: ++sequence })
  };
};
export {
  serverStorage
};
