// A page that makes every call of the official App and hears of all it hears of,
// with what styles the page. What the App has no method for (live results, files,
// modals, checkout, the state of a view, who the host is) is left out.
import {
  App,
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  getDocumentTheme,
  type McpUiHostContext,
} from "@modelcontextprotocol/ext-apps";

const app = new App({ name: "every", version: "1.0.0" }, { tools: { listChanged: true } });

function adapt(context: McpUiHostContext | undefined): void {
  if (context?.theme) applyDocumentTheme(context.theme);
  if (context?.styles?.variables) applyHostStyleVariables(context.styles.variables);
  if (context?.styles?.css?.fonts) applyHostFonts(context.styles.css.fonts);
}

const heard: unknown[] = [];
const hear = (what: unknown): void => void heard.push(what);
app.ontoolinput = hear;
app.ontoolinputpartial = hear;
app.ontoolresult = hear;
app.ontoolcancelled = hear;
app.onhostcontextchanged = adapt;
app.onteardown = () => ({});

const tool = app.registerTool("answer", { description: "What was heard" }, () => ({
  content: [{ type: "text", text: JSON.stringify(heard) }],
}));

const text = { type: "text", text: "every" } as const;
const used = {
  host: () => [app.getHostVersion(), app.getHostCapabilities(), app.getHostContext(), getDocumentTheme()],
  callTool: (signal: AbortSignal) => app.callServerTool({ name: "every", arguments: {} }, { signal, onprogress: hear }),
  readResource: () => app.readServerResource({ uri: "every://resource" }),
  listResources: () => app.listServerResources(),
  sendMessage: () => app.sendMessage({ role: "user", content: [text] }),
  openLink: () => app.openLink({ url: "https://example.com/" }),
  downloadFile: () =>
    app.downloadFile({
      contents: [{ type: "resource", resource: { uri: "file:///every.txt", mimeType: "text/plain", text: "every" } }],
    }),
  requestDisplayMode: () => app.requestDisplayMode({ mode: "fullscreen" }),
  updateModelContext: () => app.updateModelContext({ content: [text] }),
  log: () => app.sendLog({ level: "info", data: "every" }),
  requestClose: () => app.requestTeardown(),
  setSize: () => app.sendSizeChanged({ width: 1, height: 1 }),
  autoSize: () => app.setupSizeChangedNotifications(),
  createMessage: () => app.createSamplingMessage({ messages: [{ role: "user", content: text }], maxTokens: 1 }),
  tool,
  changed: () => app.sendToolListChanged(),
};
Object.assign(globalThis, { used });

void app.connect().then(() => adapt(app.getHostContext()));
