import { METHOD_NOT_FOUND } from "../host/jsonrpc.ts";
import type { Answer, Services } from "../host/protocol.ts";
import type { CallToolResult } from "../host/types.ts";
import { object } from "../values/unchecked.ts";
import { HostError, toHostError } from "./error.ts";
import { keepFiles } from "./files.ts";
import { toWire } from "./result.ts";
import type { FakeHostOptions, ToolRun } from "./types.ts";

/** The services of the host's own: what changes its surroundings. */
export type OwnServices = Pick<Services, "displayMode">;

const none = (): void => {};

/** A fake host's services: the server that the test has written, and a person who agrees to everything. */
export const fakeServices = (
  { tools = {}, resources = {} }: FakeHostOptions,
  files: readonly File[],
  own: OwnServices,
): Services => {
  const read = (uri: string): object => {
    const resource = Object.hasOwn(resources, uri) ? resources[uri] : undefined;
    if (resource === undefined) throw new HostError(-32002, `Resource not found: ${uri}`);
    return { uri, ...(typeof resource === "string" ? { text: resource } : resource) };
  };
  const lists: Record<string, () => unknown[]> = {
    tools: () => Object.keys(tools).map((name) => ({ name, inputSchema: { type: "object" } })),
    resources: () =>
      Object.entries(resources).map(([uri, value]) => {
        const { mimeType } = object(value);
        return { uri, name: uri, ...(mimeType && { mimeType }) };
      }),
  };
  return {
    async callTool(name, args, { signal, progress }) {
      const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
      if (!tool) throw new HostError(-32602, `Unknown tool: ${name}`);
      const run: ToolRun = {
        signal,
        progress: (done, total, message) =>
          progress?.({ progress: done, ...(total !== undefined && { total }), ...(message !== undefined && { message }) }),
      };
      try {
        return structuredClone(toWire((await tool(args, run)) ?? {})) as CallToolResult;
      } catch (thrown) {
        if (typeof object(thrown).code === "number") throw toHostError(thrown);
        return toWire({ text: toHostError(thrown).message, isError: true }) as CallToolResult;
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
    ...own,
  };
};

/** The answers that the test has written, and its refusals, in place of the host's own. */
export const fakeAnswers = (requests: NonNullable<FakeHostOptions["requests"]>, refusals: Map<string, HostError>) =>
  (method: string): Answer | undefined => {
    const refusal = refusals.get(method);
    const answer = Object.hasOwn(requests, method) ? requests[method] : undefined;
    if (refusal)
      return () => {
        throw refusal;
      };
    return (
      answer &&
      (async (params) => {
        try {
          return structuredClone(await answer(params));
        } catch (thrown) {
          throw toHostError(thrown);
        }
      })
    );
  };
