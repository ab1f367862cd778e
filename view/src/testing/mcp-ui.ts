import { McpUiHost } from "../host/mcpui.ts";
import { bridge } from "../mcpui/bridge.ts";
import { toOffer } from "./capabilities.ts";
import { fakeHost } from "./host.ts";
import type { FakeHost, FakeHostOptions } from "./types.ts";

/**
 * A fake legacy MCP-UI host, which renders with @mcp-ui/client before 7: UI actions
 * and render data. The view gets Oriel's MCP-UI bridge, as the MCP-UI adapter gives
 * it. Call it before the view is imported. Throws without a DOM, and while another
 * fake host is open.
 *
 * Such a host has no partial input, no answer to a teardown, and no codes of errors:
 * a refusal is a ViewError of -32000.
 */
export const mcpUIHost = (options: FakeHostOptions = {}): FakeHost => {
  const offer = toOffer({ serverTools: {}, message: {}, openLinks: {}, logging: {} });
  const kind = {
    kind: "mcp-ui" as const,
    hostInfo: { name: "mcp-ui", version: "1.0.0" },
    offer,
    context: { availableDisplayModes: ["inline" as const] },
  };
  return fakeHost(kind, options, ({ place, traffic, setup }) => {
    let open = true;
    const post = (message: unknown): void => {
      if (!open) return;
      traffic.push({ from: "host", by: "message", message: structuredClone(message) });
      place.postFrom(parent, structuredClone(message));
    };
    const host = new McpUiHost({ ...setup, port: { send: post } });
    const parent = {
      postMessage(message: unknown) {
        if (!open) return;
        const copy = structuredClone(message);
        traffic.push({ from: "view", by: "message", message: copy });
        queueMicrotask(() => open && host.receive(structuredClone(copy)));
      },
    };
    place.put("openai", undefined);
    place.put("parent", parent);
    place.put("orielTransport", bridge());
    return {
      host,
      connected: host.listening(),
      post,
      close() {
        open = false;
        host.end();
      },
    };
  });
};
