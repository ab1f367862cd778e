// What hooks do beyond the values that they give, in a page that is its own host:
// subscriptions, callbacks, calls. Each test is run by name from outside.
import { answer, post, refuse, sent, all } from "./host.ts";
import { createStore } from "@oriel/view";
import * as hooks from "#hooks";
import { h, show as draw, useLayoutEffect, useState } from "#library";
import { useRead } from "#read";

/** What the component of a test is drawn into. */
let root: Element;

/** Until the library has rendered, and run its effects. */
const rest = () => new Promise<void>((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done)), 20));

const expect = (what: string, got: unknown, want: unknown) => {
  const [a, b] = [JSON.stringify(got), JSON.stringify(want)];
  if (a !== b) throw new Error(`${what}: ${a}, want ${b}`);
};

/** Shows a component until the test ends. */
const show = async (component: () => unknown): Promise<() => Promise<void>> => {
  root = document.body.appendChild(document.createElement("main"));
  const end = draw(h(component as never, null), root);
  await rest();
  return async () => {
    end();
    await rest();
  };
};

const connect = () => {
  answer(all("ui/initialize")[0]!, {
    protocolVersion: "2026-01-26",
    hostInfo: { name: "host", version: "1" },
    hostCapabilities: { serverTools: {} },
    hostContext: { theme: "dark", availableDisplayModes: ["inline", "fullscreen"] },
  });
};

const tests: Record<string, () => Promise<void>> = {
  async "one subscription per hook, and none in the end"() {
    let reads = 0;
    const get = () => {
      reads++;
      return 0;
    };
    const end = await show(() => h("p", null, useRead(get)));
    reads = 0;
    post("ui/notifications/host-context-changed", { locale: "pt" });
    expect("reads of a change", reads, 1);
    await end();
    reads = 0;
    post("ui/notifications/host-context-changed", { locale: "en" });
    expect("reads after the end", reads, 0);
  },

  async "every hook rests while nothing changes"() {
    let renders = 0;
    const seen: Record<string, unknown[]> = {};
    const store = createStore({});
    const Every = () => {
      renders++;
      const values: Record<string, unknown> = {};
      for (const [name, hook] of Object.entries(hooks) as [string, (...args: any[]) => unknown][]) {
        if (!/^use[A-Z]/.test(name)) continue;
        const args: Record<string, unknown[]> = {
          useAppTool: [{ name: "every" }, () => ""],
          useTeardown: [() => {}],
          useLive: ["stats", {}, { enabled: false }],
          useCallTool: ["x"],
          useStore: [store],
        };
        values[name] = hook(...(args[name] ?? []));
      }
      for (const [name, value] of Object.entries(values)) (seen[name] ??= []).push(value);
      return h("p", null, "every");
    };
    const end = await show(Every);
    post("ui/notifications/tool-input-partial", { arguments: '{"city":"Lis' as never });
    await rest();
    renders = 0;
    await rest();
    await rest();
    expect("renders at rest", renders, 0);
    // A change of nothing that is shown again gives the objects of before.
    const before = Object.fromEntries(Object.entries(seen).map(([name, values]) => [name, values.at(-1)]));
    post("ui/notifications/host-context-changed", { safeAreaInsets: { top: 0 } });
    await rest();
    if (!renders) throw new Error("no render after a change of the context");
    for (const [name, values] of Object.entries(seen)) {
      const [was, is] = [before[name], values.at(-1)];
      if (["useSafeArea", "useToolResult", "useUser", "useContainer", "useCapabilities", "useHost"].includes(name) && was !== is)
        throw new Error(`${name} gives another object that says the same`);
      for (const [key, member] of Object.entries(is ?? {}))
        if (typeof member === "function" && (was as Record<string, unknown>)[key] !== member)
          throw new Error(`${name}: ${key} is another function in the next render`);
    }
    await end();
  },

  async "a change between render and effect is not missed"() {
    const Child = () => {
      useLayoutEffect(() => post("ui/notifications/host-context-changed", { locale: "fr" }), []);
      return null;
    };
    const end = await show(() => {
      const { locale } = hooks.useUser();
      return h("p", null, locale ?? "none", h(Child, null));
    });
    expect("what is shown", root.textContent, "fr");
    await end();
  },

  async "siblings never show different values"() {
    const torn: unknown[] = [];
    const Value = () => h("i", null, hooks.useUser().locale ?? "none");
    const end = await show(() => h("p", null, h(Value, null), h(Value, null), h(Value, null)));
    const look = () => {
      const values = [...root.querySelectorAll("i")].map((i) => i.textContent);
      if (new Set(values).size > 1) torn.push(values);
    };
    new MutationObserver(look).observe(root, { subtree: true, characterData: true, childList: true });
    for (const locale of ["a", "b", "c"]) {
      post("ui/notifications/host-context-changed", { locale });
      await rest();
    }
    expect("torn", torn, []);
    expect("what is shown", root.textContent, "ccc");
    await end();
  },

  async "callbacks are those of the last render"() {
    const heard: unknown[] = [];
    let set: (n: number) => void;
    const end = await show(() => {
      const [n, setN] = useState(1);
      set = setN;
      hooks.useTeardown(() => void heard.push(`teardown ${n}`));
      hooks.useToolCancellation((reason) => void heard.push(`${reason} ${n}`));
      return h("p", null, n);
    });
    set!(2);
    await rest();
    post("ui/notifications/tool-cancelled", { reason: "stop" });
    post("ui/resource-teardown", {}, 7);
    await rest();
    expect("heard", heard, ["stop 2", "teardown 2"]);
    await end();
    post("ui/resource-teardown", {}, 8);
    expect("heard after the end", heard.length, 2);
    post("ui/notifications/tool-input", { arguments: {} });
  },

  async "of two calls the later counts"() {
    let call: ReturnType<typeof hooks.useCallTool<{ n: number }>>;
    const end = await show(() => {
      call = hooks.useCallTool<{ n: number }>("t");
      return h("p", null, `${call.pending} ${call.data?.n} ${call.progress?.progress} ${call.error}`);
    });
    expect("at first", root.textContent, "false undefined undefined undefined");
    const [first, second] = [call!.callTool({ n: 1 }), call!.callTool({ n: 2 })];
    await rest();
    const [one, two] = all("tools/call").slice(-2) as [any, any];
    post("notifications/progress", { progressToken: two.params._meta.progressToken, progress: 5 });
    post("notifications/progress", { progressToken: one.params._meta.progressToken, progress: 1 });
    await rest();
    expect("both run", root.textContent, "true undefined 5 undefined");
    answer(two, { structuredContent: { n: 2 } });
    await rest();
    answer(one, { structuredContent: { n: 1 } });
    await rest();
    expect("both have ended", root.textContent, "false 2 undefined undefined");
    expect("callers", [(await first).data, (await second).data], [{ n: 1 }, { n: 2 }]);
    call!.reset();
    await rest();
    expect("after reset", root.textContent, "false undefined undefined undefined");
    await end();
  },

  async "a call that fails is in error, and not reported"() {
    let call: ReturnType<typeof hooks.useCallTool>;
    const end = await show(() => {
      const named = hooks.useCallTool("t");
      call = named as never;
      return h("p", null, `${named.pending} ${(named.error as { code?: number })?.code} ${named.data}`);
    });
    void call!.callTool({} as never);
    await rest();
    refuse(all("tools/call").at(-1)!, -32602);
    await rest();
    expect("refused", root.textContent, "false -32602 undefined");
    await end();
  },

  async "cancel tells the host, and leaves no error"() {
    let call: ReturnType<typeof hooks.useCallTool<number>>;
    const end = await show(() => {
      call = hooks.useCallTool<number>("t");
      return h("p", null, `${call.pending} ${call.data} ${call.error}`);
    });
    void call!.callTool({});
    await rest();
    answer(all("tools/call").at(-1)!, { structuredContent: 7 });
    await rest();
    const running = call!.callTool({}).catch((error) => error.name);
    await rest();
    expect("runs", root.textContent, "true 7 undefined");
    const { length } = all("notifications/cancelled");
    call!.cancel();
    await rest();
    expect("the caller", await running, "AbortError");
    expect("told", all("notifications/cancelled").length, length + 1);
    expect("cancelled", root.textContent, "false 7 undefined");
    // The caller's own signal is an error like any other.
    const own = new AbortController();
    void call!.callTool({}, { signal: own.signal });
    own.abort("enough");
    await rest();
    expect("aborted", root.textContent, "false 7 enough");
    await end();
  },

  async "another tool begins anew"() {
    let call: ReturnType<typeof hooks.useCallTool<number>>;
    let change: (name: string) => void;
    const end = await show(() => {
      const [name, setName] = useState("t");
      change = setName;
      call = hooks.useCallTool<number>(name);
      return h("p", null, `${call.pending} ${call.data}`);
    });
    void call!.callTool({});
    await rest();
    answer(all("tools/call").at(-1)!, { structuredContent: 7 });
    await rest();
    expect("the first", root.textContent, "false 7");
    change!("u");
    await rest();
    expect("the other", root.textContent, "false undefined");
    void call!.callTool({});
    await rest();
    expect("is called", all("tools/call").at(-1)!.params.name, "u");
    await end();
  },

  async "a call outlives its component, unless told otherwise"() {
    for (const abortOnUnmount of [false, true]) {
      let call: ReturnType<typeof hooks.useCallTool<number>>;
      const end = await show(() => {
        call = hooks.useCallTool<number>("t", { abortOnUnmount });
        return h("p", null, "");
      });
      const outcome = call!.callTool({}).then(({ data }) => data, (error) => error.name);
      await rest();
      await end();
      answer(all("tools/call").at(-1)!, { structuredContent: 7 });
      expect(`with ${abortOnUnmount}`, await outcome, abortOnUnmount ? "AbortError" : 7);
    }
  },

  async "a tool of the view is offered once, and changes with it"() {
    const list = async () => {
      post("tools/list", {}, 99);
      await rest();
      return sent.filter(({ id, result }) => id === 99 && result).at(-1)!.result.tools.map((tool: any) => tool.description);
    };
    let set: (n: number) => void;
    let heard = "";
    const end = await show(() => {
      const [n, setN] = useState(1);
      set = setN;
      hooks.useAppTool<{ a: number }>({ name: "look", description: n < 3 ? "one" : "three" }, ({ a }) => {
        heard += `${a} ${n};`;
      });
      return h("p", null, n);
    });
    expect("offered", await list(), ["one"]);
    const changes = all("notifications/tools/list_changed").length;
    set!(2);
    await rest();
    expect("told of a render that changes nothing", all("notifications/tools/list_changed").length, changes);
    post("tools/call", { name: "look", arguments: { a: 5 } }, 100);
    await rest();
    expect("called", heard, "5 2;");
    set!(3);
    await rest();
    expect("offered anew", await list(), ["three"]);
    await end();
    expect("in the end", await list(), []);
  },

  async "live begins anew when it is asked something else"() {
    let set: (n: number) => void;
    let live: ReturnType<typeof hooks.useLive<{ n: number }>>;
    const calls = () => all("tools/call").filter(({ params }) => params.name === "stats");
    const cancelled = () => all("notifications/cancelled").map(({ params }) => params.requestId);
    const end = await show(() => {
      const [n, setN] = useState(1);
      set = setN;
      live = hooks.useLive<{ n: number }>("stats", { n: n < 3 ? 1 : n }, { interval: 60_000 });
      return h("p", null, `${live.pending} ${live.data?.n} ${live.error}`);
    });
    const running = () => calls().filter(({ id }) => !cancelled().includes(id));
    expect("runs once", running().length, 1);
    expect("at first", root.textContent, "true undefined undefined");
    answer(running()[0]!, { structuredContent: { n: 1 } });
    await rest();
    expect("answered", root.textContent, "false 1 undefined");
    const { length } = calls();
    set!(2);
    await rest();
    expect("calls for the same", calls().length, length);
    live!.refresh();
    await rest();
    expect("calls after refresh", calls().length, length + 1);
    expect("while it is refreshed", root.textContent, "false 1 undefined");
    refuse(calls().at(-1)!, -32000);
    await rest();
    expect("refused", root.textContent, "false 1 ViewError: no");
    set!(3);
    await rest();
    expect("asked something else", root.textContent, "true undefined undefined");
    expect("with", calls().at(-1)!.params.arguments, { n: 3 });
    await end();
    expect("cancelled in the end", cancelled().includes(calls().at(-1)!.id), true);
  },

  async "the result is one object from change to change"() {
    const result = { structuredContent: { city: "Lisbon" }, content: [{ type: "text", text: "Sunny" }], _meta: { "oriel/viewData": 3 } };
    const states = new Set<object>();
    const end = await show(() => {
      const state = hooks.useToolResult<{ city: string }, number>();
      states.add(state);
      return h("p", null, `${state.pending} ${state.cancelled} ${state.data?.city} ${state.viewData} ${state.text}`);
    });
    expect("at first", root.textContent, "true false undefined undefined ");
    post("ui/notifications/tool-cancelled", {});
    await rest();
    expect("cancelled", root.textContent, "false true undefined undefined ");
    post("ui/notifications/tool-result", result);
    await rest();
    expect("result", root.textContent, "false false Lisbon 3 Sunny");
    post("ui/notifications/host-context-changed", { locale: "de" });
    await rest();
    expect("objects", states.size, 3);
    await end();
  },
};

Object.assign(globalThis, {
  names: Object.keys(tests),
  connect,
  runTest: (name: string) => tests[name]!().then(() => "", (error) => String(error)),
});
