// The app's end of oriel_state: what a server does with the calls of views, as
// docs/state.md says it. Here it is in the same process, and answers when it is told to.
import { notification, open, settle } from "./harness.ts";
import type { Message, Options, Page } from "./harness.ts";

interface Kept {
  revision: number;
  state: unknown;
  /** The last sequence of each page. */
  writers: Map<string, number>;
}

/** The states by their tokens, as a store has them. */
export class StatePeer {
  kept = new Map<string, Kept>();
  /** The arguments of each call, in order. */
  calls: Message[] = [];

  answer(args: Message): object {
    this.calls.push(args);
    const { token, get, state, writer, sequence } = args;
    const record: Kept = this.kept.get(token) ?? { revision: 0, state: undefined, writers: new Map() };
    const give = (structuredContent: object) => ({ content: [{ type: "text", text: "state" }], structuredContent });
    if (get) return give({ revision: record.revision, found: record.revision > 0, ...(record.revision && { state: record.state }) });
    if (sequence < (record.writers.get(writer) ?? 0)) return give({ revision: record.revision, found: true, state: record.state });
    record.writers.set(writer, sequence);
    record.revision++;
    record.state = structuredClone(state);
    this.kept.set(token, record);
    return give({ revision: record.revision, found: true });
  }

  /** What is kept for a token. */
  state(token = "t1"): unknown {
    return this.kept.get(token)?.state;
  }

  /** Keeps a state as another page does. */
  write(state: unknown, token = "t1"): void {
    this.answer({ token, state, writer: "another", sequence: Infinity });
    this.calls.pop();
  }
}

/** A result whose view keeps its state with the app. */
export const result = (token: unknown = "t1", meta: object = {}): Message =>
  notification("ui/notifications/tool-result", { content: [], _meta: { ...(token != null && { "oriel/state": { token } }), ...meta } });

/** A failure that a server tells, as Oriel's tools do. */
export const failure = (code: string): object => ({
  isError: true,
  content: [{ type: "text", text: `It is ${code}.` }],
  _meta: { "oriel/error": { code } },
});

/** The calls of oriel_state that the host has not answered. */
const asked = (page: Page): Message[] => page.with("tools/call").filter(({ params }) => params.name === "oriel_state");

export interface Served {
  page: Page;
  peer: StatePeer;
  /** Answers the oldest call that waits: as the server does, or with this. */
  serve(outcome?: object): Promise<void>;
  /** How many calls wait. */
  waiting(): number;
  /** The arguments of the call that was made last. */
  last(): Message;
}

/** A page in a host that calls tools, with the app's server behind it. */
export async function served(peer = new StatePeer(), options: Options = {}, hostCapabilities: object = { serverTools: {} }): Promise<Served> {
  const page = await open({ ...options, globals: { localStorage: undefined, ...options.globals } });
  await page.answer({ protocolVersion: "2026-01-26", hostInfo: { name: "host", version: "1" }, hostCapabilities, hostContext: {} });
  let answered = 0;
  return {
    page,
    peer,
    waiting: () => asked(page).length - answered,
    last: () => asked(page).at(-1)!.params.arguments,
    async serve(outcome) {
      const call = asked(page)[answered++];
      if (!call) throw new Error("nothing was asked");
      // What the server does, it has done when its answer is lost.
      const result = outcome ?? peer.answer(call.params.arguments);
      page.post({ jsonrpc: "2.0", id: call.id, ...("error" in result ? result : { result }) });
      await settle();
    },
  };
}

/** How a host says that a call has not reached the server. */
export const transport = { error: { code: -32603, message: "connection lost" } };

/** A page whose state the server has given. */
export async function loaded(kept?: unknown) {
  const peer = new StatePeer();
  if (kept !== undefined) peer.write(kept);
  const all = await served(peer);
  const store = all.page.oriel.createStore<any>({ tab: 0 });
  all.page.post(result());
  await settle();
  await all.serve();
  return { ...all, store };
}
