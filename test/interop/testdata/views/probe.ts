// A view that asks a host whatever the test wants to know, in plain messages,
// and keeps all that it is sent. The test defines MODES as the display modes
// that it declares, and OFFERS as the capability of its own tools, if any.

declare const MODES: string[];
declare const OFFERS: object | undefined;

const received: any[] = [];
const sent: unknown[] = [];
const policies: string[] = [];
const waiting = new Map<unknown, (answer: any) => void>();
/** How many messages came before the host was told that the view is initialized. */
let early = 0;
let initialized = false;

const post = (message: object) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

/** Asks and resolves to the whole answer. */
function ask(method: string, params: object = {}): Promise<any> {
  const id = `probe-${sent.length + 1}`;
  sent.push(id);
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    post({ id, method, params });
  });
}

addEventListener("message", async ({ data, source }) => {
  if (source !== parent || data?.jsonrpc !== "2.0") return;
  if (data.method === undefined) {
    waiting.get(data.id)?.(data);
    return;
  }
  received.push(data);
  if (!initialized) early++;
  if (data.method === "tools/list") {
    const inputSchema = { type: "object", properties: { n: { type: "number" } } };
    post({ id: data.id, result: { tools: [{ name: "halve", description: "Halves a number", inputSchema }] } });
  }
  if (data.method === "tools/call") {
    const n = Number(data.params.arguments?.n) / 2;
    post({ id: data.id, result: { content: [{ type: "text", text: `half is ${n}` }], structuredContent: { n } } });
  }
  if (data.method === "ui/resource-teardown") {
    // Long enough to tell a host that waits from one that does not.
    setTimeout(async () => {
      await ask("tools/call", { name: "farewell", arguments: { from: "probe" } });
      post({ id: data.id, result: {} });
    }, 150);
  }
});
addEventListener("securitypolicyviolation", ({ originalPolicy }) => policies.push(originalPolicy));

let hello: any;
ask("ui/initialize", {
  protocolVersion: "2026-01-26",
  appInfo: { name: "probe", version: "1" },
  appCapabilities: { availableDisplayModes: MODES, ...(OFFERS ? { tools: OFFERS } : {}) },
}).then((answer) => {
  hello = answer.result;
  // Whoever sends too early has time to do it.
  setTimeout(() => {
    initialized = true;
    post({ method: "ui/notifications/initialized" });
  }, 200);
});

Object.assign(globalThis, {
  probe: {
    ask,
    post,
    sent,
    received,
    policies,
    hello: () => hello,
    early: () => early,
    methods: () => received.map(({ method }) => method),
    params: (method: string) => received.filter((message) => message.method === method).map(({ params }) => params),
    /** Whether a request gets through to a server that lets everybody in. */
    reaches: (url: string) =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    throws(look: () => unknown) {
      try {
        look();
        return false;
      } catch {
        return true;
      }
    },
    grow(height: number) {
      post({ method: "ui/notifications/size-changed", params: { height } });
    },
  },
});
