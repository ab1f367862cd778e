// testing/mcp-apps.ts
import { requests } from "../hosts/features.js";
import { everything, toOffer } from "./capabilities.js";
import { HostError } from "./error.js";
import { fakeHost } from "./host.js";
import { openLine } from "./jsonrpc.js";
var nothing = async () => {
};
var within = (capabilities, desk) => ({
  ...desk,
  async answer(name, params, run) {
    const needed = Object.hasOwn(requests, name) && requests[name];
    if (needed && !capabilities[needed]) {
      desk.note(name, params);
      throw new HostError(-32601, `Method not found: ${name}`);
    }
    return desk.answer(name, params, run);
  }
});
var overLine = (line) => ({
  connected: line.connected,
  input: (input) => line.notify("ui/notifications/tool-input", { arguments: input }),
  partial: (input) => line.notify("ui/notifications/tool-input-partial", { arguments: input }),
  result: (result) => line.notify("ui/notifications/tool-result", result),
  cancelled: (reason) => line.notify("ui/notifications/tool-cancelled", reason === void 0 ? {} : { reason }),
  context: (change) => line.notify("ui/notifications/host-context-changed", change),
  teardown: async (reason) => void await line.ask("ui/resource-teardown", reason === void 0 ? {} : { reason }),
  ask: line.ask,
  declared: line.declared,
  post: line.post,
  close: line.close
});
var lacking = ({ lacks }, way) => ({
  ...way,
  ...lacks("partialToolInput") && { partial: nothing },
  ...lacks("toolCancellation") && { cancelled: nothing },
  ...lacks("teardown") && { teardown: nothing },
  ...lacks("appTools") && { ask: void 0 }
});
var greeting = (params, hostInfo, hostCapabilities, hostContext) => ({
  protocolVersion: params.protocolVersion,
  hostInfo,
  hostCapabilities,
  hostContext
});
var mcpAppsHost = (options = {}) => {
  const offer = toOffer(options.capabilities ?? everything(options));
  return fakeHost("mcp-apps", options, offer.context, ({ place, desk, traffic, context }) => {
    const hostInfo = options.hostInfo ?? { name: "fake-host", version: "1.0.0" };
    const line = openLine({
      desk: within(offer.advertised, desk),
      traffic,
      greet: (params) => greeting(params, hostInfo, offer.advertised, context())
    });
    place.put("openai", void 0);
    place.put("orielTransport", line.transport);
    return lacking(offer, overLine(line));
  });
};
export {
  greeting,
  lacking,
  mcpAppsHost,
  nothing,
  overLine,
  within
};
