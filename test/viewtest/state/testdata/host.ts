// A host as far as state is concerned. What kind it is, the test says as "kind". It
// speaks to the app's server as a client of that kind would, and keeps of a
// conversation what such a host keeps: the call's result, and the widget's state.
interface Kind {
  client: string;
  /** It answers MCP Apps. */
  bridge: boolean;
  /** … and calls tools for views. */
  tools: boolean;
  /** It has window.openai. */
  openai: boolean;
  mcpui: boolean;
  /** There is no host: the page has been opened by itself. */
  alone: boolean;
}
declare const kind: Kind;

type Message = Record<string, any>;

let session: string | undefined;
let count = 0;
/** The conversation: one call, what it gave, and what the host keeps of its view. */
let call: { input: object; result: Message; document: string; renderData: Message; widgetState: unknown };

const rpc = async (method: string, params: object): Promise<Message> => {
  const response = await fetch("/mcp", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...(session && { "Mcp-Session-Id": session }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: ++count, method, params }),
  });
  session ??= response.headers.get("Mcp-Session-Id") ?? undefined;
  return response.json();
};

const outcome = ({ result, error }: Message): Message => {
  if (error) throw new Error(error.message);
  return result;
};

/** Text that can stand in a script. */
const literal = (value: unknown): string => JSON.stringify(value ?? null).replaceAll("<", "\\u003c");

/** ChatGPT's script in the frame, as far as state goes. */
const openaiScript = (): string => `{
  const keep = (state) => parent.postMessage({ widgetState: state }, "*");
  window.openai = {
    toolInput: ${literal(call.input)}, toolOutput: ${literal(call.result.structuredContent)}, theme: "light", displayMode: "inline",
    widgetState: ${literal(call.widgetState)},
    setWidgetState(state) { this.widgetState = structuredClone(state); keep(state); },
  };
}`;

const first = (script: string, html: string): string => html.replace(/<head>|<body>|$/, (at) => `${at}<script>${script}</script>`);

/** Makes a call whose view is shown afterwards. */
const converse = async (): Promise<void> => {
  if (!session) {
    const extensions = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };
    outcome(await rpc("initialize", { protocolVersion: "2025-06-18", clientInfo: { name: kind.client, version: "1" }, capabilities: { extensions } }));
  }
  const input = { board: ++count };
  const result = outcome(await rpc("tools/call", { name: "board", arguments: input }));
  const embedded = result.content.find(({ type }: Message) => type === "resource")?.resource;
  const document = embedded ?? outcome(await rpc("resources/read", { uri: await viewURI() })).contents[0];
  const renderData = document._meta?.["mcpui.dev/ui-initial-render-data"] ?? {};
  call = { input, result, document: document.text, renderData, widgetState: null };
};

const viewURI = async (): Promise<string> => {
  const { tools } = outcome(await rpc("tools/list", {}));
  const { _meta } = tools.find(({ name }: Message) => name === "board");
  return _meta.ui?.resourceUri ?? _meta["openai/outputTemplate"];
};

const frames = new Map<Window, HTMLIFrameElement>();

/** Shows the view of the conversation in a frame of this id. */
const show = async (id: string, opaque: boolean): Promise<void> => {
  let html = call.document;
  if (kind.openai) html = first(openaiScript(), html);
  if (kind.alone) html = first(`globalThis.orielPlatform = "standalone"`, html);
  const { port } = location;
  const path = await (await fetch("/documents", { method: "POST", body: html })).text();
  const frame = document.createElement("iframe");
  frame.id = id;
  frame.sandbox = opaque ? "allow-scripts" : "allow-scripts allow-same-origin";
  frame.src = `http://view.localhost:${port}${path}`;
  document.body.append(frame);
  frames.set(frame.contentWindow!, frame);
};

/** Takes the view away without a word. */
const drop = (id: string): void => {
  const frame = document.getElementById(id) as HTMLIFrameElement;
  frames.delete(frame.contentWindow!);
  frame.remove();
};

let ended: (answer: unknown) => void = () => {};

/** Takes the view away as a host of this kind does. */
const close = async (id: string): Promise<void> => {
  const { contentWindow } = document.getElementById(id) as HTMLIFrameElement;
  if (kind.bridge) {
    const answer = new Promise((resolve) => (ended = resolve));
    contentWindow!.postMessage({ jsonrpc: "2.0", id: "end", method: "ui/resource-teardown", params: {} }, "*");
    await answer;
  } else if (kind.mcpui) {
    contentWindow!.postMessage({ type: "ui-lifecycle-teardown", payload: {} }, "*");
    // Nobody tells these hosts that the view is done.
    await new Promise((done) => setTimeout(done, 300));
  }
  drop(id);
};

const fromView = async (source: Window, data: Message): Promise<void> => {
  const post = (message: object) => source.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const { id, method, params } = data;
  if (!kind.bridge) return;
  if (!method) return ended(data);
  if (method === "ui/notifications/initialized") {
    post({ method: "ui/notifications/tool-input", params: { arguments: call.input } });
    post({ method: "ui/notifications/tool-result", params: call.result });
  }
  if (id === undefined) return;
  const hostCapabilities = kind.tools ? { serverTools: {} } : {};
  if (method === "ui/initialize")
    return post({ id, result: { protocolVersion: "2026-01-26", hostInfo: { name: kind.client, version: "1" }, hostCapabilities, hostContext: {} } });
  if (method !== "tools/call" || !kind.tools) return post({ id, error: { code: -32601, message: "Method not found" } });
  const { result, error } = await rpc(method, params);
  post(error ? { id, error } : { id, result });
};

const fromMCPUI = async (source: Window, { type, messageId, payload }: Message): Promise<void> => {
  const post = (type: string, payload: object) => source.postMessage({ type, messageId, payload: { messageId, ...payload } }, "*");
  if (type === "ui-lifecycle-iframe-ready" || type === "ui-request-render-data")
    return post("ui-lifecycle-iframe-render-data", { renderData: call.renderData });
  if (type !== "tool") return;
  const { result, error } = await rpc("tools/call", { name: payload.toolName, arguments: payload.params });
  post("ui-message-response", error ? { error } : { response: result });
};

addEventListener("message", ({ data, source }) => {
  const frame = frames.get(source as Window);
  if (!frame || !data) return;
  if (data.test === "close") return void close(frame.id);
  if ("widgetState" in data) return void (call.widgetState = data.widgetState);
  if (data.jsonrpc) return void fromView(source as Window, data);
  if (kind.mcpui && data.type) void fromMCPUI(source as Window, data);
});

Object.assign(globalThis, { host: { converse, show, drop, open: (id: string) => !!document.getElementById(id) } });
