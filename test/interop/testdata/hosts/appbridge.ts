// The official AppBridge class with an answer to everything, for the hosts that
// are built on it. The test says of which version, and defines NAME as what the
// host introduces itself as, and LACKS as the capabilities that it has not.

import { AppBridge, PostMessageTransport } from "ext-apps/app-bridge";
import { callTool, read, resize, seen, view } from "./page.ts";

declare const NAME: string;
declare const LACKS: string[];

let context: any = {
  theme: "light",
  displayMode: "inline",
  availableDisplayModes: ["inline", "fullscreen"],
  containerDimensions: { width: 600, maxHeight: 2000 },
  locale: "pt-PT",
  toolInfo: { tool: { name: "weather", inputSchema: { type: "object" } } },
};

const capabilities: Record<string, object> = {
  openLinks: {},
  serverTools: {},
  serverResources: {},
  logging: {},
  message: { text: {}, image: {} },
  updateModelContext: { text: {}, structuredContent: {} },
  downloadFile: {},
  sampling: {},
};
for (const name of LACKS) delete capabilities[name];

export const bridge = new AppBridge(null, { name: NAME, version: "1" }, capabilities, { hostContext: context });

/** Changes the context; whoever overrides `also` tells it in another way too. */
export const told = { also: (_news: object): void => {} };
export const change = (news: object): void => {
  context = { ...context, ...news };
  bridge.setHostContext(context);
  told.also(news);
};

export const deliver = async (input: object, result: object): Promise<void> => {
  await bridge.sendToolInput({ arguments: input as Record<string, unknown> });
  await bridge.sendToolResult(result as any);
};

bridge.oncalltool = async (params: any, extra: any) => {
  const progressToken = params._meta?.progressToken;
  return callTool(params, {
    progress: (progress) =>
      progressToken !== undefined &&
      bridge.notification({ method: "notifications/progress", params: { progressToken, ...progress } }),
    // The two generations put it in different places.
    signal: extra.signal ?? extra.mcpReq?.signal,
  });
};
bridge.onreadresource = async ({ uri }: any) => read(uri);
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
bridge.onupdatemodelcontext = async (params) => {
  seen.context = params;
  return {};
};
bridge.onloggingmessage = ({ level, logger, data }) => {
  // The recorder's are the test's own.
  if (logger !== "recorder") seen.log = { level, data };
};
bridge.ondownloadfile = async ({ contents }) => {
  seen.download = contents;
  return {};
};
if (capabilities.sampling) bridge.oncreatesamplingmessage = async ({ messages }: any) => {
  seen.sampling = messages;
  return { role: "assistant", model: "none", content: { type: "text", text: "the sky" } };
};
bridge.onrequestteardown = () => {
  seen.close = true;
};

/** Calls the tool that the view offers. */
export const viewTool = async (n: number): Promise<void> => {
  seen.halved = (await bridge.callTool({ name: "halve", arguments: { n } })).structuredContent;
};

/** Resolves when the bridge listens. */
export const listening = bridge.connect(new PostMessageTransport(view, view));
