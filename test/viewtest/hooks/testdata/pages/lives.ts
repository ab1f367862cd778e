// How hooks come and go: what they hold, what they leave, and what they give when
// much is drawn at once. None of it depends on the host.

import { subscriptions, subscribed } from "./count.ts";
import * as calls from "#calls";
import { connected, forcePlatform } from "@oriel/view";
import { ErrorBoundary, useAppTool, useCallTool, useLive, usePlatform, useToolCancellation, useToolResult } from "#hooks";
import { h, renderToString, show, startTransition, Suspense, useLayoutEffect, useState } from "#library";
import { probes } from "./hooks.ts";
import { ask, drawn, plain, tell, until, wait } from "./stage.ts";

const apart = (before: { store: number; events: number }) => {
  const { store, events } = subscriptions();
  return { store: store - before.store, events: events - before.events };
};

/** What is shown. */
const texts = () => [...document.querySelectorAll("output")].map(({ textContent }) => textContent);

const scenes: Record<string, () => unknown> = {
  /** What each hook holds while it is there, where that is not one handler; and what it leaves. */
  async leaves() {
    const left: string[] = [];
    const held: Record<string, unknown> = {};
    for (const Probe of probes) {
      const before = subscriptions();
      const hide = show(h(Probe, null));
      await drawn();
      const holds = apart(before);
      if (holds.store !== 1 || holds.events !== 0) held[Probe.hook] = holds;
      hide();
      await drawn();
      const after = apart(before);
      if (after.store || after.events) left.push(Probe.hook);
    }
    return { left, held };
  },

  /** Shown three times, it holds as much as the first time. */
  async again() {
    const before = subscriptions();
    const counts: number[] = [];
    for (let i = 0; i < 3; i++) {
      const hide = show(h("main", null, ...probes.map((Probe) => h(Probe, null))));
      await drawn();
      counts.push(apart(before).store);
      hide();
      await drawn();
    }
    return { same: new Set(counts).size === 1, left: apart(before) };
  },

  async "two roots"() {
    const Shows = () => h("output", null, usePlatform());
    const [hideOne, hideOther] = [show(h(Shows, null)), show(h(Shows, null))];
    const first = texts();
    forcePlatform("chatgpt");
    await drawn();
    const second = texts();
    hideOne();
    forcePlatform("mcp-ui");
    await drawn();
    const third = texts();
    hideOther();
    forcePlatform();
    return { first, second, third };
  },

  /** What changed while it was not there, it knows when it is there again. */
  async conditional() {
    let set!: (shown: boolean) => void;
    const Shows = () => h("output", null, usePlatform());
    const Parent = () => {
      const [shown, change] = useState(true);
      set = change;
      return h("p", null, shown ? h(Shows, null) : "nothing");
    };
    const before = subscriptions();
    const hide = show(h(Parent, null));
    const seen = [texts()];
    for (const next of [false, true]) {
      set(next);
      await drawn();
      seen.push(texts());
      forcePlatform("chatgpt");
    }
    forcePlatform();
    await drawn();
    seen.push(texts());
    hide();
    await drawn();
    return { seen, left: apart(before) };
  },

  /** Between the first drawing and its effects, something changes. */
  async "in between"() {
    const Shows = () => {
      const found = usePlatform();
      useLayoutEffect(() => forcePlatform("chatgpt"), []);
      return h("output", null, found);
    };
    const hide = show(h(Shows, null));
    await drawn();
    const seen = texts();
    hide();
    forcePlatform();
    return seen;
  },

  /** A component that waits in the middle of its hooks shows the newest when it goes on. */
  async suspense() {
    if (!Suspense) return "none";
    let go!: () => void;
    let ready = false;
    const promise = new Promise<void>((resolve) => {
      go = () => {
        ready = true;
        resolve();
      };
    });
    const Shows = () => {
      const found = usePlatform();
      const result = useToolResult();
      if (!ready) throw promise;
      return h("output", null, `${found} ${result.pending}`);
    };
    const before = subscriptions();
    const hide = show(h(Suspense, { fallback: h("output", null, "waits") }, h(Shows, null)));
    await drawn();
    const seen = [texts()];
    forcePlatform("chatgpt");
    go();
    // React keeps what is shown instead for a moment.
    await until(() => texts()[0] !== "waits", "the rest");
    seen.push(texts());
    forcePlatform();
    await drawn();
    seen.push(texts());
    hide();
    await drawn();
    return { seen, left: apart(before) };
  },

  /** Much is drawn at a low priority, and in the middle of it the store changes. */
  async transition() {
    let begin!: (rows: number) => void;
    let drawings = 0;
    let inTheMiddle: boolean | undefined;
    const mixed: unknown[] = [];
    // React yields to it after some of the rows; the others draw all in one go.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      inTheMiddle = texts().length === 1;
      forcePlatform("chatgpt");
    };
    const Row = () => {
      const found = usePlatform();
      if (++drawings === 5) port2.postMessage("go");
      for (const end = performance.now() + 2; performance.now() < end; );
      return h("output", null, found);
    };
    const Parent = () => {
      const [rows, change] = useState(1);
      begin = change;
      useLayoutEffect(() => {
        if (new Set(texts()).size > 1) mixed.push(texts());
      });
      return h("p", null, ...Array.from({ length: rows }, (_, i) => h(Row, { key: i })));
    };
    const hide = show(h(Parent, null));
    const watch = new MutationObserver(() => {
      if (new Set(texts()).size > 1) mixed.push(texts());
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    drawings = 0;
    startTransition(() => begin(60));
    await until(() => texts().length === 60 && inTheMiddle !== undefined, "all rows");
    await drawn();
    const last = new Set(texts());
    watch.disconnect();
    port1.close();
    hide();
    forcePlatform();
    return { inTheMiddle, mixed, last: [...last] };
  },

  /** The newest callback is called, once, and nothing subscribes anew for it. */
  async callback() {
    const heard: number[] = [];
    let render!: (n: number) => void;
    const Hears = () => {
      const [n, change] = useState(1);
      render = change;
      useToolCancellation(() => heard.push(n));
      return null;
    };
    const hide = show(h(Hears, null));
    await drawn();
    const before = subscribed();
    for (const n of [2, 3]) {
      render(n);
      await drawn();
    }
    const anew = subscribed() - before;
    await tell("cancel", "enough");
    hide();
    await tell("cancel", "again");
    return { heard, anew };
  },

  /** Drawn again from outside with nothing changed, hooks give what they gave. */
  async "drawn again"() {
    const others: Record<string, string[]> = {};
    let render!: (n: number) => void;
    const Parent = () => {
      const [n, change] = useState(0);
      render = change;
      return h("main", null, ...probes.map((Probe) => h(Probe, { n })));
    };
    const hide = show(h(Parent, null));
    await until(() => probes.find(({ hook }) => hook === "useLive")!.now().data, "live data");
    await drawn();
    const before = new Map(probes.map((Probe) => [Probe.hook, Probe.now()]));
    for (const n of [1, 2]) {
      render(n);
      await drawn();
    }
    const objects: string[] = [];
    for (const Probe of probes) {
      const [was, is] = [before.get(Probe.hook), Probe.now()];
      if (was === is || typeof is !== "object") continue;
      // The hooks of one call give a new object each time, with the same members.
      if (!(Probe.hook in calls)) objects.push(Probe.hook);
      const changed = Object.keys(Object(is)).filter((name) => !Object.is(is[name], was[name]));
      if (changed[0]) others[Probe.hook] = changed;
    }
    hide();
    return { others, objects };
  },

  /** A tool of the view goes with the component that offers it. */
  async "app tool"() {
    let rename!: (name: string) => void;
    const Offers = () => {
      const [title, change] = useState("one");
      rename = change;
      useAppTool({ name: "halve", title, inputSchema: { type: "object" } }, ({ n }: { n?: number }) => ({ data: { n: n! / 2, title } }));
      return null;
    };
    const hide = show(h(Offers, null));
    await drawn();
    const call = async () => {
      await tell("viewTool", 42);
      return (await ask("take")).halved ?? "none";
    };
    const seen = [await call()];
    rename("two");
    await drawn();
    seen.push(await call());
    hide();
    await drawn();
    seen.push(await call());
    return seen;
  },

  /** A tool is followed as long as the component is there, with its newest arguments. */
  async live() {
    let set!: (n: number) => void;
    const Follows = () => {
      const [n, change] = useState(1);
      set = change;
      const { data } = useLive("double", { n }, { interval: 20 });
      return h("output", null, String((data as any)?.n));
    };
    const hide = show(h(Follows, null));
    await until(() => texts()[0] === "2", "the first data");
    set(5);
    await until(() => texts()[0] === "10", "the second data");
    await ask("take");
    await until(async () => (await ask("take")).calls?.length >= 1, "another call");
    hide();
    await wait(60);
    await ask("take");
    await wait(120);
    return { after: (await ask("take")).calls ?? [] };
  },

  /** A call outlives its component, unless that is not wanted. */
  async "unmount while calling"() {
    const seen: unknown[] = [];
    for (const abortOnUnmount of [false, true]) {
      await ask("take");
      let call: any;
      const Calls = () => {
        call = useCallTool<any>("hangs", { abortOnUnmount } as any);
        return null;
      };
      const hide = show(h(Calls, null));
      const calling = call.callTool({});
      calling.catch(() => {});
      await drawn();
      hide();
      await wait(100);
      seen.push((await ask("take")).stopped ?? false);
    }
    return seen;
  },

  /** Two components cannot offer tools of one name; the second's boundary shows why. */
  async "name taken"() {
    // Libraries tell developers of it, each in its own ways.
    const { error, warn } = console;
    console.error = console.warn = () => {};
    const quiet = (event: Event) => event.preventDefault();
    addEventListener("error", quiet);
    const Offers = () => {
      useAppTool({ name: "mine" }, () => "yes");
      return null;
    };
    const Fails = ({ error }: { error: unknown }) => h("output", null, String((error as { code?: unknown }).code));
    const hide = show(
      h("p", null, h(Offers, null), h(ErrorBoundary, { fallback: ({ error }: { error: unknown }) => h(Fails, { error }) }, h(Offers, null))),
    );
    await drawn();
    const seen = texts();
    hide();
    Object.assign(console, { error, warn });
    removeEventListener("error", quiet);
    return seen;
  },

  /** A host that says nonsense is understood as one that says nothing. */
  async hostile() {
    const names = ["useTheme", "useUser", "useSafeArea", "useContainer", "useHostStyleVariables", "useHostFonts", "useLocale"];
    const shown = probes.filter(({ hook }) => [...names, "useDisplayMode", "useToolResult", "useFormat", "useHostContext"].includes(hook));
    const hide = show(h("main", null, ...shown.map((Probe) => h(Probe, null))));
    await tell("change", {
      theme: "purple",
      locale: {},
      timeZone: ["Mars"],
      safeAreaInsets: "wide",
      containerDimensions: { maxHeight: "tall", width: null },
      styles: { variables: "none", css: { fonts: {} } },
      displayMode: "huge",
      availableDisplayModes: 7,
      userLocation: null,
    });
    await tell("result", { content: "text", structuredContent: null, isError: "yes" });
    const nowOf = (name: string) => shown.find(({ hook }) => hook === name)!.now();
    const seen: Record<string, unknown> = {};
    for (const name of names) seen[name] = plain(nowOf(name));
    delete (seen["useUser"] as any).timeZone;
    delete (seen["useLocale"] as any).timeZone;
    seen["useDisplayMode"] = nowOf("useDisplayMode").availableModes;
    const { pending, isError } = nowOf("useToolResult");
    seen["useToolResult"] = { pending, isError };
    hide();
    return seen;
  },

  /** What a server writes of all hooks. */
  server() {
    if (!renderToString) return "none";
    const Shows = () => h("p", null, ...probes.map((Probe) => h(Probe.bare, null)));
    return renderToString(h(Shows, null));
  },
};

export const lives = async (): Promise<object> => {
  const report: Record<string, unknown> = {};
  await connected;
  await drawn();
  // What a library listens to from its first drawing on.
  show(h("p", null))();
  for (const [name, scene] of Object.entries(scenes)) {
    try {
      report[name] = await scene();
    } catch (error) {
      report[name] = { failed: String((error as Error)?.stack ?? error) };
    }
    await drawn();
    const over = texts();
    if (over[0]) report[name] = { over };
  }
  return report;
};
