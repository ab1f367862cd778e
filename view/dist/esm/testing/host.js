// testing/host.ts
import { object } from "../values/unchecked.js";
import { HostError, toHostError } from "./error.js";
import { occupy } from "./place.js";
import { toWire } from "./result.js";
import { toSent } from "./sent.js";
import { fakeAnswers, fakeServices } from "./services.js";
var surroundings = {
  theme: "light",
  displayMode: "inline",
  availableDisplayModes: ["inline", "fullscreen", "pip"],
  locale: "en-US"
};
var insist = (fine, why) => {
  if (!fine) throw new Error(`No host does that: ${why}. post() sends what no host should.`);
};
var fakeHost = ({ kind, hostInfo, offer, context: defaults, files = [] }, options, open) => {
  const place = occupy(kind);
  const traffic = [];
  const sent = [];
  const refusals = /* @__PURE__ */ new Map();
  let context = structuredClone({ ...surroundings, ...defaults, ...offer.context, ...options.context });
  let gotInput = false;
  let end;
  let gone = false;
  let closed = false;
  let setInitialized;
  const initialized = new Promise((resolve) => {
    setInitialized = resolve;
  });
  const change = (news) => {
    const copy = structuredClone(news);
    context = { ...context, ...copy };
    way.host.contextChanged(copy);
  };
  const setup = {
    profile: { id: kind, title: "This host", hostInfo, displayModes: [], features: offer.features },
    capabilities: offer.advertised,
    services: fakeServices(options, files, {
      displayMode(mode) {
        if (mode !== context.displayMode) change({ displayMode: mode });
        return mode;
      }
    }),
    context: () => context,
    state: structuredClone(options.state),
    observe(method, params) {
      if (method === "ui/notifications/initialized") setInitialized();
      const record = toSent(method, params);
      if (record) sent.push(record);
    },
    answers: fakeAnswers(options.requests ?? {}, refusals),
    teardownMs: Infinity
  };
  let way;
  try {
    way = open({ place, traffic, setup, initialized, context: () => context });
  } catch (error) {
    place.leave();
    throw error;
  }
  const alive = () => insist(!gone, "it has torn the view down");
  const running = (what) => {
    alive();
    insist(!end, `${what} comes after ${end}`);
  };
  const ask = async (method, params) => {
    alive();
    await way.connected;
    if (!way.ask) throw new HostError(-32601, `This host can't send ${method}`);
    if (!way.declared?.().tools) throw new HostError(-32601, "The view has declared no tools");
    try {
      return object(await way.ask(method, params));
    } catch (error) {
      throw closed ? new HostError(-32e3, "The host is closed") : toHostError(error);
    }
  };
  const simulateToolInput = (input) => {
    running("the input");
    insist(!gotInput, "the complete input comes once");
    gotInput = true;
    way.host.input(structuredClone(input));
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
    of: (wanted) => sent.filter((record) => record.kind === wanted),
    simulateToolInput,
    simulateToolInputPartial(input) {
      running("partial input");
      insist(!gotInput, "partial input comes before the complete one");
      way.host.partialInput(structuredClone(input));
      return way.connected;
    },
    simulateToolResult(result) {
      alive();
      insist(end !== "its cancellation", `the result comes after ${end}`);
      const wire = structuredClone(toWire(result));
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
    fail(request, code = -32e3, message = `The host refused ${request}`) {
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
    }
  };
};
export {
  fakeHost
};
