// testing/desk.ts
import { requests as hostRequests } from "../hosts/features.js";
import { object } from "../values/unchecked.js";
import { HostError, toHostError } from "./error.js";
import { toWire } from "./result.js";
import { toSent } from "./sent.js";
var undisturbed = () => ({ signal: new AbortController().signal, progress() {
} });
var openDesk = ({ tools = {}, resources = {}, requests = {} }, own) => {
  const sent = [];
  const refusals = /* @__PURE__ */ new Map();
  const read = (uri) => {
    const resource = Object.hasOwn(resources, uri) && resources[uri];
    if (resource === false || resource === void 0) throw new HostError(-32002, `Resource not found: ${uri}`);
    return { uri, ...typeof resource === "string" ? { text: resource } : resource };
  };
  const answers = {
    ping: () => ({}),
    // Of the view's own requests, few have a result.
    ...Object.fromEntries(Object.keys(hostRequests).flatMap((name) => name.startsWith("ui/") ? [[name, () => ({})]] : [])),
    "resources/read": ({ uri }) => ({ contents: [read(uri)] }),
    "resources/list": () => ({
      resources: Object.entries(resources).map(([uri, value]) => {
        const { mimeType } = object(value);
        return { uri, name: uri, ...mimeType && { mimeType } };
      })
    }),
    "resources/subscribe": ({ uri }) => (read(uri), {}),
    "resources/unsubscribe": () => ({}),
    async "tools/call"({ name, arguments: args }, run) {
      const tool = Object.hasOwn(tools, name) && tools[name];
      if (!tool) throw new HostError(-32602, `Unknown tool: ${name}`);
      try {
        return toWire(await tool(args ?? {}, run) ?? {});
      } catch (thrown) {
        if (typeof object(thrown).code === "number") throw thrown;
        return toWire({ text: toHostError(thrown).message, isError: true });
      }
    },
    ...own,
    ...requests
  };
  const note = (name, params) => {
    const record = toSent(name, params);
    if (record) sent.push(record);
  };
  return {
    sent,
    note,
    offer(name, answer) {
      if (!Object.hasOwn(requests, name)) answers[name] = answer;
    },
    async answer(name, params, run = undisturbed()) {
      note(name, params);
      try {
        const refusal = refusals.get(name);
        if (refusal) throw refusal;
        if (!Object.hasOwn(answers, name)) throw new HostError(-32601, `Method not found: ${name}`);
        return structuredClone(await answers[name](params, run) ?? {});
      } catch (thrown) {
        throw toHostError(thrown);
      }
    },
    fail(name, code = -32e3, message = `The host refused ${name}`) {
      const refusal = new HostError(code, message);
      refusals.set(name, refusal);
      return () => {
        if (refusals.get(name) === refusal) refusals.delete(name);
      };
    }
  };
};
export {
  openDesk
};
