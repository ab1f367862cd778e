import { McpAppsHost } from "../host/mcpapps.ts";
import { everything, toOffer } from "./capabilities.ts";
import type { GivenCapabilities, Offer } from "./capabilities.ts";
import { fakeHost } from "./host.ts";
import type { Way } from "./host.ts";
import { openLine } from "./line.ts";
import type { FakeHost, FakeHostOptions } from "./types.ts";

/** What a fake MCP Apps host can be given. */
export interface MCPAppsOptions extends FakeHostOptions {
  /**
   * What the host advertises, and has: `hostCapabilities`, or a preset of the
   * runtime. A request for what is missing is answered -32601, so `{}` is a host
   * that can do nothing but show the view. Default: everything; `sampling` if
   * `requests` answers it.
   */
  capabilities?: GivenCapabilities;
  /** Default: `{ name: "fake-host", version: "1.0.0" }`. */
  hostInfo?: { name: string; version: string };
}

/** How to ask a view that speaks MCP Apps, unless the host is known not to. */
export const asking = (
  { lacks }: Offer,
  host: { ask(method: string, params: Record<string, unknown>, ms: number): Promise<unknown>; declared(): object },
): Pick<Way, "ask" | "declared"> => ({
  ...(!lacks("appTools") && { ask: (method, params) => host.ask(method, params, Infinity) }),
  declared: () => host.declared(),
});

/**
 * A fake MCP Apps host (2026-01-26): Claude, VS Code, Goose and their like. Call it
 * before the view is imported. Throws without a DOM, and while another fake host is
 * open.
 */
export const mcpAppsHost = (options: MCPAppsOptions = {}): FakeHost => {
  const offer = toOffer(options.capabilities ?? everything(options));
  const hostInfo = options.hostInfo ?? { name: "fake-host", version: "1.0.0" };
  return fakeHost({ kind: "mcp-apps", hostInfo, offer, context: {} }, options, ({ place, traffic, setup, initialized }) => {
    const line = openLine(traffic, (message) => host.receive(message));
    const host = new McpAppsHost({ ...setup, port: { send: line.post } });
    place.put("openai", undefined);
    place.put("orielTransport", line.transport);
    return {
      host,
      connected: initialized,
      post: line.post,
      ...asking(offer, host),
      close() {
        line.close();
        host.end();
      },
    };
  });
};
