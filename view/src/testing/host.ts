import { object } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import type { DisplayMode, HostContext } from "../values/types.ts";
import { openDesk } from "./desk.ts";
import type { Desk } from "./desk.ts";
import { HostError } from "./error.ts";
import { occupy } from "./place.ts";
import type { Place } from "./place.ts";
import { toWire } from "./result.ts";
import type { Crossing, FakeHost, FakeHostOptions } from "./types.ts";

/** What a kind of host does in its own way. Each promise resolves when the view has been told. */
export interface Way {
  connected: Promise<void>;
  input(input: object): Promise<void>;
  partial(input: object): Promise<void>;
  result(result: Loose): Promise<void>;
  cancelled(reason?: string): Promise<void>;
  context(change: HostContext): Promise<void>;
  teardown(reason?: string): Promise<void>;
  /** Asks the view; undefined where the host can't. */
  ask?(method: string, params: object): Promise<unknown>;
  /** What the view has declared, where it can. */
  declared?(): Loose;
  post(message: unknown): void;
  close(): void;
}

/** What a kind of host gets to work with. */
export interface Tools {
  place: Place;
  desk: Desk;
  traffic: Crossing[];
  /** The surroundings as they are now. */
  context(): HostContext;
}

/** What each host says of the surroundings unless the test says otherwise. */
const surroundings: HostContext = {
  theme: "light",
  displayMode: "inline",
  availableDisplayModes: ["inline", "fullscreen", "pip"],
  locale: "en-US",
};

/** Throws when no host would send this now. */
const insist = (fine: boolean, why: string): void => {
  if (!fine) throw new Error(`No host does that: ${why}. post() sends what no host should.`);
};

/** A fake host of one kind: what all have in common, around its own way. */
export const fakeHost = (
  kind: FakeHost["kind"],
  options: FakeHostOptions,
  defaults: HostContext,
  open: (tools: Tools) => Way,
): FakeHost => {
  const place = occupy(kind);
  const traffic: Crossing[] = [];
  let context: HostContext = structuredClone({ ...surroundings, ...defaults, ...options.context });
  let gotInput = false;
  let end: "its result" | "its cancellation" | undefined;
  let gone = false;

  const change = async (news: HostContext): Promise<void> => {
    const copy = structuredClone(news);
    context = { ...context, ...copy };
    await way.context(copy);
  };

  const displayMode = async ({ mode }: Loose): Promise<object> => {
    const ours = context.availableDisplayModes ?? [];
    const theirs: DisplayMode[] = object(way.declared?.()).availableDisplayModes ?? ours;
    if (ours.includes(mode) && theirs.includes(mode) && mode !== context.displayMode) await change({ displayMode: mode });
    return { mode: context.displayMode };
  };

  const desk = openDesk(options, { "ui/request-display-mode": displayMode });
  let way: Way;
  try {
    way = open({ place, desk, traffic, context: () => context });
  } catch (error) {
    place.leave();
    throw error;
  }

  const alive = (): void => insist(!gone, "it has torn the view down");
  const running = (what: string): void => {
    alive();
    insist(!end, `${what} comes after ${end}`);
  };

  const ask = async (method: string, params: object): Promise<Loose> => {
    alive();
    await way.connected;
    if (!way.ask) throw new HostError(-32601, `This host can't send ${method}`);
    if (!way.declared?.().tools) throw new HostError(-32601, "The view has declared no tools");
    return object(await way.ask(method, params));
  };

  const simulateToolInput = (input: object): Promise<void> => {
    running("the input");
    insist(!gotInput, "the complete input comes once");
    gotInput = true;
    return way.input(structuredClone(input));
  };

  return {
    kind,
    connected: way.connected,
    get context() {
      return structuredClone(context);
    },
    sent: desk.sent,
    traffic,
    of: (wanted) => desk.sent.filter((record): record is Extract<typeof record, { kind: typeof wanted }> => record.kind === wanted),
    simulateToolInput,
    simulateToolInputPartial(input) {
      running("partial input");
      insist(!gotInput, "partial input comes before the complete one");
      return way.partial(structuredClone(input));
    },
    simulateToolResult(result) {
      alive();
      insist(end !== "its cancellation", `the result comes after ${end}`);
      if (!gotInput) void simulateToolInput({});
      end = "its result";
      return way.result(structuredClone(toWire(result)));
    },
    simulateToolCancelled(reason) {
      running("the cancellation");
      end = "its cancellation";
      return way.cancelled(reason);
    },
    simulateContextChange(news) {
      alive();
      return change(news);
    },
    simulateTeardown(reason) {
      alive();
      gone = true;
      return way.teardown(reason);
    },
    simulateToolCall: (name, args = {}) => ask("tools/call", { name, arguments: args }),
    simulateListTools: async () => (await ask("tools/list", {})).tools ?? [],
    fail: desk.fail,
    async post(message) {
      way.post(message);
    },
    close() {
      way.close();
      place.leave();
    },
  };
};
