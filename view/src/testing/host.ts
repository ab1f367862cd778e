import type { Protocol, Setup } from "../host/protocol.ts";
import type { CallToolResult, Json } from "../host/types.ts";
import type { HostContext } from "../values/types.ts";
import { object } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import type { Offer } from "./capabilities.ts";
import { HostError, toHostError } from "./error.ts";
import { occupy } from "./place.ts";
import type { Place } from "./place.ts";
import { toWire } from "./result.ts";
import { toSent } from "./sent.ts";
import type { Sent } from "./sent.ts";
import { fakeAnswers, fakeServices } from "./services.ts";
import type { Crossing, FakeHost, FakeHostOptions } from "./types.ts";

/** What a kind of fake host does in its own way. */
export interface Way {
  host: Protocol;
  /** Resolves when the view has connected. */
  connected: Promise<void>;
  /** Delivers anything to the view. */
  post(message: unknown): void;
  /** Asks the view; undefined where the host can't. */
  ask?(method: string, params: Json): Promise<unknown>;
  /** What the view has declared, where it can. */
  declared?(): Loose;
  close(): void;
}

/** What a kind of fake host gets to work with. */
export interface Tools {
  place: Place;
  traffic: Crossing[];
  /** The set-up of the host, without the port to the view. */
  setup: Omit<Setup, "port">;
  /** Resolves when the view has said that it is initialized. */
  initialized: Promise<void>;
  context(): HostContext;
}

/** What a kind of fake host is by default. */
export interface Kind {
  kind: FakeHost["kind"];
  hostInfo: { name: string; version: string };
  offer: Offer;
  context: HostContext;
  files?: readonly File[];
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

/** A fake host of one kind: the host engine with a scripted server behind it, around the kind's own way to the view. */
export const fakeHost = (
  { kind, hostInfo, offer, context: defaults, files = [] }: Kind,
  options: FakeHostOptions,
  open: (tools: Tools) => Way,
): FakeHost => {
  const place = occupy(kind);
  const traffic: Crossing[] = [];
  const sent: Sent[] = [];
  const refusals = new Map<string, HostError>();
  let context: HostContext = structuredClone({ ...surroundings, ...defaults, ...offer.context, ...options.context });
  let gotInput = false;
  let end: "its result" | "its cancellation" | undefined;
  let gone = false;
  let closed = false;
  let setInitialized!: () => void;
  const initialized = new Promise<void>((resolve) => {
    setInitialized = resolve;
  });

  const change = (news: HostContext): void => {
    const copy = structuredClone(news);
    context = { ...context, ...copy };
    way.host.contextChanged(copy);
  };

  const setup: Tools["setup"] = {
    profile: { id: kind, title: "This host", hostInfo, displayModes: [], features: offer.features },
    capabilities: offer.advertised,
    services: fakeServices(options, files, {
      displayMode(mode) {
        if (mode !== context.displayMode) change({ displayMode: mode });
        return mode;
      },
    }),
    context: () => context,
    state: structuredClone(options.state),
    observe(method, params) {
      if (method === "ui/notifications/initialized") setInitialized();
      const record = toSent(method, params);
      if (record) sent.push(record);
    },
    answers: fakeAnswers(options.requests ?? {}, refusals),
    teardownMs: Infinity,
  };
  let way: Way;
  try {
    way = open({ place, traffic, setup, initialized, context: () => context });
  } catch (error) {
    place.leave();
    throw error;
  }

  const alive = (): void => insist(!gone, "it has torn the view down");
  const running = (what: string): void => {
    alive();
    insist(!end, `${what} comes after ${end}`);
  };

  const ask = async (method: string, params: Json): Promise<Loose> => {
    alive();
    await way.connected;
    if (!way.ask) throw new HostError(-32601, `This host can't send ${method}`);
    if (!way.declared?.().tools) throw new HostError(-32601, "The view has declared no tools");
    try {
      return object(await way.ask(method, params));
    } catch (error) {
      throw closed ? new HostError(-32000, "The host is closed") : toHostError(error);
    }
  };

  const simulateToolInput = (input: object): Promise<void> => {
    running("the input");
    insist(!gotInput, "the complete input comes once");
    gotInput = true;
    way.host.input(structuredClone(input) as Json);
    return way.connected;
  };

  return {
    kind,
    connected: way.connected,
    get context() {
      return structuredClone(context);
    },
    sent,
    traffic,
    of: (wanted) => sent.filter((record): record is Extract<typeof record, { kind: typeof wanted }> => record.kind === wanted),
    simulateToolInput,
    simulateToolInputPartial(input) {
      running("partial input");
      insist(!gotInput, "partial input comes before the complete one");
      way.host.partialInput(structuredClone(input) as Json);
      return way.connected;
    },
    simulateToolResult(result) {
      alive();
      insist(end !== "its cancellation", `the result comes after ${end}`);
      const wire = structuredClone(toWire(result)) as CallToolResult;
      if (!gotInput) void simulateToolInput({});
      end = "its result";
      way.host.result(wire);
      return way.connected;
    },
    simulateToolCancelled(reason) {
      running("the cancellation");
      end = "its cancellation";
      way.host.cancelled(reason);
      return way.connected;
    },
    simulateContextChange(news) {
      alive();
      change(news);
      return way.connected;
    },
    async simulateTeardown(reason) {
      alive();
      gone = true;
      await way.connected;
      await way.host.teardown(reason);
    },
    simulateToolCall: (name, args = {}) => ask("tools/call", { name, arguments: args }),
    simulateListTools: async () => (await ask("tools/list", {})).tools ?? [],
    fail(request, code = -32000, message = `The host refused ${request}`) {
      const refusal = new HostError(code, message);
      refusals.set(request, refusal);
      return () => {
        if (refusals.get(request) === refusal) refusals.delete(request);
      };
    },
    async post(message) {
      way.post(message);
    },
    close() {
      closed = true;
      way.close();
      place.leave();
    },
  };
};

