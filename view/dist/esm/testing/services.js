// testing/services.ts
import { METHOD_NOT_FOUND } from "../host/jsonrpc.js";
import { object } from "../values/unchecked.js";
import { HostError, toHostError } from "./error.js";
import { keepFiles } from "./files.js";
import { toWire } from "./result.js";
var none = () => {
};
var fakeServices = ({ tools = {}, resources = {} }, files, own) => {
  const read = (uri) => {
    const resource = Object.hasOwn(resources, uri) ? resources[uri] : void 0;
    if (resource === void 0) throw new HostError(-32002, `Resource not found: ${uri}`);
    return { uri, ...typeof resource === "string" ? { text: resource } : resource };
  };
  const lists = {
    tools: () => Object.keys(tools).map((name) => ({ name, inputSchema: { type: "object" } })),
    resources: () => Object.entries(resources).map(([uri, value]) => {
      const { mimeType } = object(value);
      return { uri, name: uri, ...mimeType && { mimeType } };
    })
  };
  return {
    async callTool(name, args, { signal, progress }) {
      const tool = Object.hasOwn(tools, name) ? tools[name] : void 0;
      if (!tool) throw new HostError(-32602, `Unknown tool: ${name}`);
      const run = {
        signal,
        progress: (done, total, message) => progress?.({ progress: done, ...total !== void 0 && { total }, ...message !== void 0 && { message } })
      };
      try {
        return structuredClone(toWire(await tool(args, run) ?? {}));
      } catch (thrown) {
        if (typeof object(thrown).code === "number") throw toHostError(thrown);
        return toWire({ text: toHostError(thrown).message, isError: true });
      }
    },
    readResource: async (uri) => ({ contents: [structuredClone(read(uri))] }),
    async list(name) {
      const list = lists[name];
      if (!list) throw new HostError(METHOD_NOT_FOUND, `The server has no list of ${name}.`);
      return list();
    },
    subscribe: async (uri, on) => void (on && read(uri)),
    sampling: async () => {
      throw new HostError(METHOD_NOT_FOUND, "Method not found: sampling/createMessage");
    },
    download: async () => true,
    openLink: async () => true,
    message: none,
    modelContext: none,
    state: none,
    resize: none,
    log: none,
    intent: none,
    close: none,
    openInApp: none,
    modal: async () => ({}),
    ...keepFiles(files),
    notice: none,
    ready: none,
    ...own
  };
};
var fakeAnswers = (requests, refusals) => (method) => {
  const refusal = refusals.get(method);
  const answer = Object.hasOwn(requests, method) ? requests[method] : void 0;
  if (refusal)
    return () => {
      throw refusal;
    };
  return answer && (async (params) => {
    try {
      return structuredClone(await answer(params));
    } catch (thrown) {
      throw toHostError(thrown);
    }
  });
};
export {
  fakeAnswers,
  fakeServices
};
