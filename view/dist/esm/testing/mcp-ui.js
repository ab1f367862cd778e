// testing/mcp-ui.ts
import { McpUiHost } from "../host/mcpui.js";
import { bridge } from "../mcpui/bridge.js";
import { toOffer } from "./capabilities.js";
import { fakeHost } from "./host.js";
var mcpUIHost = (options = {}) => {
  const offer = toOffer({ serverTools: {}, message: {}, openLinks: {}, logging: {} });
  const kind = {
    kind: "mcp-ui",
    hostInfo: { name: "mcp-ui", version: "1.0.0" },
    offer,
    context: { availableDisplayModes: ["inline"] }
  };
  return fakeHost(kind, options, ({ place, traffic, setup }) => {
    let open = true;
    const post = (message) => {
      if (!open) return;
      traffic.push({ from: "host", by: "message", message: structuredClone(message) });
      place.postFrom(parent, structuredClone(message));
    };
    const host = new McpUiHost({ ...setup, port: { send: post } });
    const parent = {
      postMessage(message) {
        if (!open) return;
        const copy = structuredClone(message);
        traffic.push({ from: "view", by: "message", message: copy });
        queueMicrotask(() => open && host.receive(structuredClone(copy)));
      }
    };
    place.put("openai", void 0);
    place.put("parent", parent);
    place.put("orielTransport", bridge());
    return {
      host,
      connected: host.listening(),
      post,
      close() {
        open = false;
        host.end();
      }
    };
  });
};
export {
  mcpUIHost
};
