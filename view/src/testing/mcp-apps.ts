import { requests } from "../hosts/features.ts";
import type { Loose } from "../values/unchecked.ts";
import { everything, toOffer } from "./capabilities.ts";
import type { GivenCapabilities, Offer } from "./capabilities.ts";
import { HostError } from "./error.ts";
import { fakeHost } from "./host.ts";
import { openLine } from "./jsonrpc.ts";
import type { Line } from "./jsonrpc.ts";
import type { Desk } from "./desk.ts";
import type { Way } from "./host.ts";
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

/** What a host does that has no word for something. */
export const nothing = async (): Promise<void> => {};

/** A desk that has only what was advertised. */
export const within = (capabilities: Record<string, unknown>, desk: Desk): Desk => ({
  ...desk,
  async answer(name, params, run) {
    const needed = Object.hasOwn(requests, name) && requests[name];
    if (needed && !capabilities[needed]) {
      desk.note(name, params);
      throw new HostError(-32601, `Method not found: ${name}`);
    }
    return desk.answer(name, params, run);
  },
});

/** MCP Apps' way to tell a view things. */
export const overLine = (line: Line): Way => ({
  connected: line.connected,
  input: (input) => line.notify("ui/notifications/tool-input", { arguments: input }),
  partial: (input) => line.notify("ui/notifications/tool-input-partial", { arguments: input }),
  result: (result) => line.notify("ui/notifications/tool-result", result),
  cancelled: (reason) => line.notify("ui/notifications/tool-cancelled", reason === undefined ? {} : { reason }),
  context: (change) => line.notify("ui/notifications/host-context-changed", change),
  teardown: async (reason) => void (await line.ask("ui/resource-teardown", reason === undefined ? {} : { reason })),
  ask: line.ask,
  declared: line.declared,
  post: line.post,
  close: line.close,
});

/** A way without what a preset says that the host does not do. */
export const lacking = ({ lacks }: Offer, way: Way): Way => ({
  ...way,
  ...(lacks("partialToolInput") && { partial: nothing }),
  ...(lacks("toolCancellation") && { cancelled: nothing }),
  ...(lacks("teardown") && { teardown: nothing }),
  ...(lacks("appTools") && { ask: undefined }),
});

/** The answer to `ui/initialize`. */
export const greeting = (params: Loose, hostInfo: object, hostCapabilities: object, hostContext: object): object => ({
  protocolVersion: params.protocolVersion,
  hostInfo,
  hostCapabilities,
  hostContext,
});

/**
 * A fake MCP Apps host (2026-01-26): Claude, VS Code, Goose and their like. Call it
 * before the view is imported. Throws without a DOM, and while another fake host is
 * open.
 */
export const mcpAppsHost = (options: MCPAppsOptions = {}): FakeHost => {
  const offer = toOffer(options.capabilities ?? everything(options));
  return fakeHost("mcp-apps", options, offer.context, ({ place, desk, traffic, context }) => {
    const hostInfo = options.hostInfo ?? { name: "fake-host", version: "1.0.0" };
    const line = openLine({
      desk: within(offer.advertised, desk),
      traffic,
      greet: (params) => greeting(params, hostInfo, offer.advertised, context()),
    });
    place.put("openai", undefined);
    place.put("orielTransport", line.transport);
    return lacking(offer, overLine(line));
  });
};
