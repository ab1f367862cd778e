import { object } from "../values/unchecked.ts";
import { features } from "../hosts/features.ts";
import type { Capabilities } from "../hosts/features.ts";
import type { Loose } from "../values/unchecked.ts";
import type { HostContext } from "../values/types.ts";
import { toOffer } from "./capabilities.ts";
import type { GivenCapabilities } from "./capabilities.ts";
import { HostError } from "./error.ts";
import { keepFiles } from "./files.ts";
import { fromContext, fromResult } from "./globals.ts";
import { fakeHost } from "./host.ts";
import type { Way } from "./host.ts";
import { openLine } from "./jsonrpc.ts";
import { greeting, lacking, nothing, overLine, within } from "./mcp-apps.ts";
import type { FakeHost, FakeHostOptions } from "./types.ts";

/** What a fake ChatGPT can be given. */
export interface ChatGPTOptions extends FakeHostOptions {
  /**
   * Whether ChatGPT also speaks MCP Apps, as it does since 2026. False is a host
   * with nothing but `window.openai`; it refuses the handshake, so that a test
   * need not wait until the runtime gives it up. Default: true.
   */
  bridge?: boolean;
  /**
   * What ChatGPT has: a preset of the runtime, whose `false` members also remove the
   * methods of `window.openai`, or `hostCapabilities` of its bridge. Default: all
   * methods, and what ChatGPT's bridge is known to advertise.
   */
  capabilities?: GivenCapabilities;
  /**
   * Members of `window.openai` instead of the fake's own: another function, a
   * value that the fake does not know; undefined removes one. They are used as
   * they are, not copied. `requestCheckout`, which few views are given, is there if
   * `requests` answers it.
   */
  openai?: Record<string, unknown>;
  /** What the user picks when the view calls `selectFiles`. Default: none. */
  files?: File[];
}

const hostCapabilities = {
  openLinks: {},
  serverTools: {},
  serverResources: {},
  logging: {},
  message: { text: {} },
  updateModelContext: { text: {}, structuredContent: {} },
};

const defaults: HostContext = {
  containerDimensions: { maxHeight: 400, maxWidth: 768 },
  safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
  platform: "web",
  deviceCapabilities: { hover: true, touch: false },
};

const refuse = (name: string): never => {
  throw new HostError(-32601, `Method not found: ${name}`);
};

/** The older shape of some arguments is a bare string. */
const named = (member: string, value: unknown): Loose =>
  typeof value === "string" ? { [member]: value } : object(value);

/**
 * A fake ChatGPT: `window.openai` as of 2026, its event `openai:set_globals`, and
 * MCP Apps beside it unless `bridge` is false. Call it before the view is imported.
 * Throws without a DOM, and while another fake host is open.
 *
 * `window.openai` alone has no partial input, no cancellation, no teardown, no tools
 * of the view, and no codes of errors: a refusal is a ViewError of -32000.
 */
export const chatGPTHost = (options: ChatGPTOptions = {}): FakeHost => {
  const offer = toOffer(options.capabilities ?? hostCapabilities);
  return fakeHost("chatgpt", options, { ...defaults, ...offer.context }, ({ place, desk, traffic, context }) => {
    const { bridge = true, files = [] } = options;
    const kept = keepFiles(files);
    let open = true;

    let settle!: () => void;
    const refused = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const line = openLine({
      desk: bridge ? within(offer.advertised, desk) : { ...desk, note() {}, answer: refuse },
      traffic,
      greet(params) {
        if (!bridge) refuse("ui/initialize");
        return greeting(params, { name: "chatgpt", version: "0.0.1" }, offer.advertised, context());
      },
      refused: settle,
    });

    const called = (name: string, ...args: unknown[]): void =>
      void traffic.push({ from: "view", by: "openai", message: [name, ...args] });
    /** What a method of window.openai asks the host, where a refusal is a plain Error. */
    const ask = async (name: string, params: object): Promise<any> => {
      if (!open) throw new Error("The host is closed");
      try {
        return await desk.answer(name, params);
      } catch (error) {
        throw new Error((error as Error).message);
      }
    };
    const extra =
      (name: string, toParams: (...args: any[]) => object = object) =>
      (...args: unknown[]): Promise<unknown> => {
        called(name, ...args);
        return ask(name, toParams(...args));
      };

    const openai: Loose = {
      toolInput: null,
      toolOutput: null,
      toolResponseMetadata: null,
      widgetState: structuredClone(options.state ?? null),
      view: { mode: "inline", params: null },
      ...fromContext(context()),

      async callTool(name: string, args: object = {}) {
        const copy = structuredClone(args);
        called("callTool", name, copy);
        const result = await ask("tools/call", { name, arguments: copy });
        place.announce("openai:tool_response", { tool: { name, args: copy } });
        return result;
      },
      async sendFollowUpMessage(message: unknown) {
        called("sendFollowUpMessage", structuredClone(message));
        const { prompt } = named("prompt", message);
        await ask("ui/message", { role: "user", content: [{ type: "text", text: prompt }] });
      },
      async openExternal(link: unknown) {
        called("openExternal", structuredClone(link));
        await ask("ui/open-link", { url: named("href", link).href });
      },
      async requestDisplayMode(mode: unknown) {
        called("requestDisplayMode", structuredClone(mode));
        return ask("ui/request-display-mode", named("mode", mode));
      },
      async requestClose() {
        called("requestClose");
        desk.note("ui/notifications/request-teardown", {});
      },
      setWidgetState(state: unknown) {
        const copy: unknown = JSON.parse(JSON.stringify(state ?? null));
        called("setWidgetState", copy);
        openai.widgetState = copy;
        desk.note("setWidgetState", { state: copy });
      },
      notifyIntrinsicHeight(height: number) {
        called("notifyIntrinsicHeight", height);
        desk.note("ui/notifications/size-changed", { height });
      },
      uploadFile: extra("uploadFile", (file, more) => ({ ...object(more), file })),
      selectFiles: extra("selectFiles"),
      getFileDownloadUrl: extra("getFileDownloadUrl", (file) => named("fileId", file)),
      requestModal: extra("requestModal"),
      setOpenInAppUrl: extra("setOpenInAppUrl", (link) => named("href", link)),
      ...(options.requests?.requestCheckout && { requestCheckout: extra("requestCheckout") }),
    };
    for (const [name, [, method]] of Object.entries(features)) if (method && offer.lacks(name as keyof Capabilities)) delete openai[method];
    for (const [name, value] of Object.entries(options.openai ?? {}))
      if (value === undefined) delete openai[name];
      else openai[name] = value;
    for (const [name, answer] of Object.entries({ ...kept, requestModal: () => ({}), setOpenInAppUrl: () => ({}) }))
      desk.offer(name, answer);

    const root = document.documentElement;
    const { lang } = root;
    place.atLeave(() => (root.lang = lang));

    /** Changes the object first, then says so. */
    const set = (globals: Loose): void => {
      if (!open) return;
      const copy = structuredClone(globals);
      Object.assign(openai, copy);
      if (copy.locale) root.lang = copy.locale;
      traffic.push({ from: "host", by: "openai", message: structuredClone(copy) });
      place.announce("openai:set_globals", { globals: copy });
    };
    root.lang = openai.locale;
    place.put("openai", openai);
    place.put("orielTransport", line.transport);

    const over = overLine(line);
    const way: Way = bridge
      ? lacking(offer, over)
      : { ...over, partial: nothing, cancelled: nothing, teardown: nothing, input: nothing, result: nothing, context: nothing, ask: undefined };
    return {
      ...way,
      connected: bridge ? line.connected : refused,
      close() {
        open = false;
        line.close();
      },
      input(input) {
        set({ toolInput: input });
        return way.input(input);
      },
      result(result) {
        set(fromResult(result));
        return way.result(result);
      },
      context(change) {
        set(fromContext(change));
        return way.context(change);
      },
    };
  });
};
