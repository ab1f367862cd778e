// A host on the official AppBridge class; the test says of which version.

import { AppBridge, PostMessageTransport } from "ext-apps/app-bridge";
import { callTool, frame, input, offer, open, resize, result, seen, view } from "./page.ts";

let context: any = {
  theme: "light",
  displayMode: "inline",
  availableDisplayModes: ["inline", "fullscreen"],
  containerDimensions: { width: 600, maxHeight: 2000 },
  toolInfo: { tool: { name: "weather", inputSchema: { type: "object" } } },
};

const bridge = new AppBridge(
  null,
  { name: "official", version: "1" },
  { openLinks: {}, serverTools: {}, logging: {}, message: { text: {} } },
  { hostContext: context },
);

const change = (news: object) => {
  context = { ...context, ...news };
  bridge.setHostContext(context);
};

bridge.oninitialized = async () => {
  seen.view = { info: bridge.getAppVersion(), capabilities: bridge.getAppCapabilities() };
  await bridge.sendToolInputPartial({ arguments: { city: "Lis" } });
  await bridge.sendToolInput({ arguments: input });
  await bridge.sendToolResult(result as any);
};
bridge.oncalltool = async (params) => callTool(params);
bridge.onsizechange = resize;
bridge.onmessage = async (params) => {
  seen.message = params;
  return {};
};
bridge.onopenlink = async ({ url }) => {
  seen.link = url;
  return url.includes("refuse") ? { isError: true } : {};
};
bridge.onrequestdisplaymode = async ({ mode }) => {
  change({ displayMode: mode });
  return { mode };
};

offer({
  theme: (theme) => change({ theme }),
  async teardown() {
    seen.teardown = await bridge.teardownResource({});
    frame.remove();
  },
});

bridge.connect(new PostMessageTransport(view, view)).then(open);
