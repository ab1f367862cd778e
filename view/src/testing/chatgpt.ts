import { ChatGptHost } from "../host/chatgpt.ts";
import { firstGlobals } from "../host/globals.ts";
import { METHOD_NOT_FOUND } from "../host/jsonrpc.ts";
import { windowOpenAI } from "../host/windowopenai.ts";
import { features } from "../hosts/features.ts";
import type { Capabilities } from "../hosts/features.ts";
import { object } from "../values/unchecked.ts";
import type { HostContext } from "../values/types.ts";
import { toOffer } from "./capabilities.ts";
import type { GivenCapabilities } from "./capabilities.ts";
import { fakeHost } from "./host.ts";
import { openLine } from "./line.ts";
import { asking } from "./mcp-apps.ts";
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

/** What ChatGPT's bridge is known to advertise. */
const hostCapabilities = {
  openLinks: {},
  serverTools: {},
  serverResources: {},
  logging: {},
  message: { text: {} },
  updateModelContext: { text: {}, structuredContent: {} },
};

const context: HostContext = {
  containerDimensions: { maxHeight: 400, maxWidth: 768 },
  safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
  platform: "web",
  deviceCapabilities: { hover: true, touch: false },
};

/** A copy, as of what is posted to another window. Files are not copied: the host keeps them as they are. */
const copyOf = ({ file, ...params }: Record<string, unknown>): Record<string, unknown> => ({
  ...structuredClone(params),
  ...(file !== undefined && { file }),
});

/**
 * A fake ChatGPT: `window.openai` as of 2026, its event `openai:set_globals`, and
 * MCP Apps beside it unless `bridge` is false. Call it before the view is imported.
 * Throws without a DOM, and while another fake host is open.
 *
 * `window.openai` alone has no partial input, no cancellation, no teardown, no tools
 * of the view, and no codes of errors: a refusal is a ViewError of -32000.
 */
export const chatGPTHost = (options: ChatGPTOptions = {}): FakeHost => {
  const { bridge = true, files = [] } = options;
  const offer = toOffer(options.capabilities ?? hostCapabilities);
  const hostInfo = { name: "chatgpt", version: "0.0.1" };
  const kind = { kind: "chatgpt" as const, hostInfo, offer, context, files };
  return fakeHost(kind, options, ({ place, traffic, setup, initialized, context }) => {
    let open = true;
    let setRefused!: () => void;
    const refused = new Promise<void>((resolve) => {
      setRefused = resolve;
    });
    const line = openLine(traffic, (message) => {
      if (bridge) return host.receive(message);
      const { id, method } = message;
      if (id === undefined) return;
      line.post({ jsonrpc: "2.0", id, error: { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` } });
      if (method === "ui/initialize") setRefused();
    });
    /** Changes the object first, then says so. */
    const setGlobals = (globals: Record<string, unknown>): void => {
      if (!open) return;
      traffic.push({ from: "host", by: "openai", message: structuredClone(globals) });
      merge(structuredClone(globals));
    };
    const host = new ChatGptHost({
      ...setup,
      port: {
        send: (message) =>
          message.method === "openai/setGlobals" ? setGlobals(object(message.params).globals) : line.post(message),
      },
    });

    const root = document.documentElement;
    const { lang } = root;
    place.atLeave(() => (root.lang = lang));
    const without = Object.entries(features).flatMap(([name, [, method]]) =>
      method && offer.lacks(name as keyof Capabilities) ? [method] : [],
    );
    if (!options.requests?.requestCheckout) without.push("requestCheckout");
    const { openai, merge } = windowOpenAI(
      firstGlobals(null, context(), structuredClone(options.state)),
      {
        async request(name, params) {
          if (!open) throw new Error("The host is closed");
          try {
            return structuredClone(await host.openai(name, copyOf(params)));
          } catch (error) {
            // A refusal is a plain Error there.
            throw new Error((error as Error).message);
          }
        },
        dispatch: (name, detail) => place.announce(`openai:${name}`, detail),
        language: (locale) => (root.lang = locale),
      },
      without,
    );
    host.loaded();

    for (const [name, method] of Object.entries(openai)) {
      if (typeof method !== "function") continue;
      openai[name] = (...args: unknown[]): unknown => {
        traffic.push({ from: "view", by: "openai", message: [name, ...args.map((arg) => object(arg) === arg && !(arg instanceof File) ? structuredClone(arg) : arg)] });
        return method(...args);
      };
    }
    for (const [name, value] of Object.entries(options.openai ?? {}))
      if (value === undefined) delete openai[name];
      else Object.defineProperty(openai, name, { value, writable: true, enumerable: true, configurable: true });
    place.put("openai", openai);
    place.put("orielTransport", line.transport);

    return {
      host,
      connected: bridge ? initialized : refused,
      post: line.post,
      ...(bridge && asking(offer, host)),
      close() {
        open = false;
        line.close();
        host.end();
      },
    };
  });
};
