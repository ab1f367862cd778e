import assert from "node:assert/strict";
import { test } from "node:test";

import type { Api } from "../api.ts";
import { Bench } from "../bench.ts";
import type { Themes } from "../theme.ts";
import type { ListAnswer, ServerEvent, ServerInfo } from "../wire.ts";
import { profileOf } from "../../../../../view/test/host/fake.ts";

const info = (id: string, status: ServerInfo["status"] = "ready"): ServerInfo => ({
  id,
  title: id,
  version: "1",
  status,
  reason: "",
  code: "",
  transport: "http",
  address: "",
  protocol: "",
  instructions: "", logLevel: "",
  signIn: { status: "none", subject: "", missing: [] },
});
const turn = () => new Promise((resolve) => setImmediate(resolve));

interface Fake {
  bench: Bench;
  /** What was listed, as "server list". */
  asked: string[];
  open(): void;
  say(event: ServerEvent): void;
}

function benchOf(
  servers: ServerInfo[],
  list: (server: string, name: string) => Promise<ListAnswer>,
  server?: string,
): Fake {
  const asked: string[] = [];
  let heard: (event: ServerEvent) => void = () => undefined;
  let opened = () => undefined as void;
  const api = {
    events: (onOpen: () => void, onEvent: (event: ServerEvent) => void) => {
      opened = onOpen;
      heard = onEvent;
      onOpen();
      return new Promise(() => undefined);
    },
    session: () => new Promise(() => undefined),
    list: (id: string, _profile: string, name: string) => (asked.push(`${id} ${name}`), list(id, name)),
  };
  const profiles = [{ ...profileOf("mcp-apps"), id: "claude" }];
  const session = { version: "1", title: "", auto: false, automatic: false, change: 0, problems: [], busy: "", servers, profiles };
  const bench = new Bench(api as unknown as Api, session, {} as Themes, undefined, server);
  return { bench, asked, open: () => opened(), say: (event) => heard(event) };
}

const all = (entries: unknown[]) => () => Promise.resolve({ entries, supported: true });
const change = (server: string, list: "tools" | "resources" | "prompts"): ServerEvent => ({
  type: "changed",
  server,
  profile: "claude",
  list,
});

test("all lists of the chosen server are loaded, each on its own", async () => {
  const { bench, asked } = benchOf([info("a"), info("b")], (_server, name) => {
    switch (name) {
      case "tools":
        return Promise.resolve({ entries: [{ name: "day" }, null, { title: "no name" }], supported: true });
      case "resources":
        return Promise.reject(new Error("it broke"));
      case "templates":
        return new Promise(() => undefined);
      default:
        return Promise.resolve({ entries: [], supported: false });
    }
  });
  await turn();
  assert.deepEqual(asked, ["a tools", "a resources", "a templates", "a prompts"]);
  assert.deepEqual(bench.tools.value, { status: "ready", tools: [{ name: "day" }], reason: "" });
  assert.deepEqual(bench.lists.value, {
    tools: { status: "ready", entries: [{ name: "day" }], supported: true, reason: "" },
    resources: { status: "failed", entries: [], supported: true, reason: "it broke" },
    templates: { status: "loading", entries: [], supported: true, reason: "" },
    prompts: { status: "ready", entries: [], supported: false, reason: "" },
  });
});

test("a server that is not there, starts or has failed has lists that say so", () => {
  assert.equal(benchOf([], all([])).bench.lists.value.prompts.status, "none");
  assert.equal(benchOf([info("a", "starting")], all([])).bench.lists.value.tools.status, "loading");
  const failed = benchOf([{ ...info("a", "failed"), reason: "exited" }], all([]));
  assert.deepEqual(failed.bench.lists.value.resources, {
    status: "failed",
    entries: [],
    supported: true,
    reason: "exited",
  });
  assert.deepEqual(failed.asked, []);
});

test("what an earlier choice still brings is not shown", async () => {
  const waiting = new Map<string, (answer: ListAnswer) => void>();
  const { bench } = benchOf(
    [info("a"), info("b")],
    (server, name) => new Promise((resolve) => waiting.set(`${server} ${name}`, resolve)),
  );
  bench.server.value = "b";
  waiting.get("b prompts")?.({ entries: [{ name: "of b" }], supported: true });
  waiting.get("a prompts")?.({ entries: [{ name: "of a" }], supported: true });
  waiting.get("a tools")?.({ entries: [{ name: "of a" }], supported: true });
  await turn();
  assert.deepEqual(bench.lists.value.prompts.entries, [{ name: "of b" }]);
  assert.equal(bench.tools.value.status, "loading");
});

test("a list that changed is loaded again, and whoever listens is told, once for many", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let count = 0;
  const { bench, asked, say } = benchOf([info("a"), info("b")], () => {
    count += 1;
    return Promise.resolve({ entries: [{ name: `n${count}` }], supported: true });
  });
  await turn();
  asked.length = 0;
  const told: string[] = [];
  const stop = bench.onListChanged(({ server, list }) => told.push(`${server} ${list}`));
  for (let i = 0; i < 50; i++) {
    say(change("a", "tools"));
    say(change("a", "resources"));
    say(change("b", "prompts"));
  }
  assert.deepEqual(told, []);
  t.mock.timers.tick(100);
  await turn();
  assert.deepEqual(told, ["a tools", "a resources", "b prompts"]);
  assert.deepEqual(asked, ["a tools", "a resources", "a templates"]);
  assert.deepEqual(bench.tools.value.tools, [{ name: "n5" }]);
  assert.notEqual(await bench.toolsFor("a", "claude"), undefined);
  stop();
  say(change("a", "tools"));
  t.mock.timers.tick(100);
  assert.equal(told.length, 3);
});

test("printed lines are kept, the newest last, and not for ever", () => {
  const { bench, open, say } = benchOf([info("a")], all([]));
  const line = (text: string): ServerEvent => ({ type: "stderr", time: 1, server: "a", profile: "p", text });
  for (let i = 0; i < 1100; i++) {
    say(line(`line ${i}`));
  }
  open();
  for (let i = 1000; i < 1101; i++) {
    say(line(`line ${i}`));
  }
  const texts = bench.printed.value.map((one) => one.text);
  assert.equal(texts.length, 1000);
  assert.deepEqual([texts[0], texts.at(-1)], ["line 101", "line 1100"]);
});

test("the address chooses the server, as far as it is known", () => {
  assert.equal(benchOf([info("a"), info("b")], all([]), "b").bench.server.value, "b");
  const { bench } = benchOf([info("a"), info("b")], all([]), "c");
  assert.equal(bench.server.value, "a");
  assert.match(bench.trouble.value, /the server c/);
});
