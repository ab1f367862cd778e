// testing/host.ts
import { object } from "../values/unchecked.js";
import { openDesk } from "./desk.js";
import { HostError } from "./error.js";
import { occupy } from "./place.js";
import { toWire } from "./result.js";
var surroundings = {
  theme: "light",
  displayMode: "inline",
  availableDisplayModes: ["inline", "fullscreen", "pip"],
  locale: "en-US"
};
var insist = (fine, why) => {
  if (!fine) throw new Error(`No host does that: ${why}. post() sends what no host should.`);
};
var fakeHost = (kind, options, defaults, open) => {
  const place = occupy(kind);
  const traffic = [];
  let context = structuredClone({ ...surroundings, ...defaults, ...options.context });
  let gotInput = false;
  let end;
  let gone = false;
  const change = async (news) => {
    const copy = structuredClone(news);
    context = { ...context, ...copy };
    await way.context(copy);
  };
  const displayMode = async ({ mode }) => {
    const ours = context.availableDisplayModes ?? [];
    const theirs = object(way.declared?.()).availableDisplayModes ?? ours;
    if (ours.includes(mode) && theirs.includes(mode) && mode !== context.displayMode) await change({ displayMode: mode });
    return { mode: context.displayMode };
  };
  const desk = openDesk(options, { "ui/request-display-mode": displayMode });
  let way;
  try {
    way = open({ place, desk, traffic, context: () => context });
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
    return object(await way.ask(method, params));
  };
  const simulateToolInput = (input) => {
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
    of: (wanted) => desk.sent.filter((record) => record.kind === wanted),
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
    }
  };
};
export {
  fakeHost
};
