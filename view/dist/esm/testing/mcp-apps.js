// testing/mcp-apps.ts
import { McpAppsHost } from "../host/mcpapps.js";
import { everything, toOffer } from "./capabilities.js";
import { fakeHost } from "./host.js";
import { openLine } from "./line.js";
var asking = ({ lacks }, host) => ({
  ...!lacks("appTools") && { ask: (method, params) => host.ask(method, params, Infinity) },
  declared: () => host.declared()
});
var mcpAppsHost = (options = {}) => {
  const offer = toOffer(options.capabilities ?? everything(options));
  const hostInfo = options.hostInfo ?? { name: "fake-host", version: "1.0.0" };
  return fakeHost({ kind: "mcp-apps", hostInfo, offer, context: {} }, options, ({ place, traffic, setup, initialized }) => {
    const line = openLine(traffic, (message) => host.receive(message));
    const host = new McpAppsHost({ ...setup, port: { send: line.post } });
    place.put("openai", void 0);
    place.put("orielTransport", line.transport);
    return {
      host,
      connected: initialized,
      post: line.post,
      ...asking(offer, host),
      close() {
        line.close();
        host.end();
      }
    };
  });
};
export {
  asking,
  mcpAppsHost
};
