import { requests as hostRequests } from "../hosts/features.ts";
import { object } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import { HostError, toHostError } from "./error.ts";
import { toWire } from "./result.ts";
import { toSent } from "./sent.ts";
import type { Sent } from "./sent.ts";
import type { FakeHostOptions, ToolRun } from "./types.ts";

/** Takes a request's params and returns its result. */
export type Answer = (params: Loose, run: ToolRun) => unknown;

/** Answers what a view asks, whatever way it came. */
export interface Desk {
  /** What the view has asked for. */
  sent: Sent[];
  /** Takes down what needs no answer. */
  note(name: string, params: Loose): void;
  /** Answers a request; rejects with a HostError. */
  answer(name: string, params: Loose, run?: ToolRun): Promise<unknown>;
  /** Answers one more kind of request, unless the test does. */
  offer(name: string, answer: Answer): void;
  /** Refuses a request until the function that it returns is called. */
  fail(name: string, code?: number, message?: string): () => void;
}

/** For calls that can be neither cancelled nor followed. */
const undisturbed = (): ToolRun => ({ signal: new AbortController().signal, progress() {} });

/** Opens the desk of a host with this server behind it, and answers of the host's own. */
export const openDesk = (
  { tools = {}, resources = {}, requests = {} }: FakeHostOptions,
  own: Record<string, Answer>,
): Desk => {
  const sent: Sent[] = [];
  const refusals = new Map<string, HostError>();

  const read = (uri: string): object => {
    const resource = Object.hasOwn(resources, uri) && resources[uri];
    if (resource === false || resource === undefined) throw new HostError(-32002, `Resource not found: ${uri}`);
    return { uri, ...(typeof resource === "string" ? { text: resource } : resource) };
  };

  const answers: Record<string, Answer> = {
    ping: () => ({}),
    // Of the view's own requests, few have a result.
    ...Object.fromEntries(Object.keys(hostRequests).flatMap((name) => (name.startsWith("ui/") ? [[name, () => ({})]] : []))),
    "resources/read": ({ uri }) => ({ contents: [read(uri)] }),
    "resources/list": () => ({
      resources: Object.entries(resources).map(([uri, value]) => {
        const { mimeType } = object(value);
        return { uri, name: uri, ...(mimeType && { mimeType }) };
      }),
    }),
    "resources/subscribe": ({ uri }) => (read(uri), {}),
    "resources/unsubscribe": () => ({}),
    async "tools/call"({ name, arguments: args }, run) {
      const tool = Object.hasOwn(tools, name) && tools[name];
      if (!tool) throw new HostError(-32602, `Unknown tool: ${name}`);
      try {
        return toWire((await tool(args ?? {}, run)) ?? {});
      } catch (thrown) {
        if (typeof object(thrown).code === "number") throw thrown;
        return toWire({ text: toHostError(thrown).message, isError: true });
      }
    },
    ...own,
    ...requests,
  };

  const note = (name: string, params: Loose): void => {
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
        // A copy, as of everything that crosses; what can't be copied is the test's mistake, and answered as one.
        return structuredClone((await answers[name]!(params, run)) ?? {});
      } catch (thrown) {
        throw toHostError(thrown);
      }
    },
    fail(name, code = -32000, message = `The host refused ${name}`) {
      const refusal = new HostError(code, message);
      refusals.set(name, refusal);
      return () => {
        if (refusals.get(name) === refusal) refusals.delete(name);
      };
    },
  };
};
