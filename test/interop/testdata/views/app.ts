// A view on the official App class; the test says of which version.

import { App } from "ext-apps";
import { offer, seen } from "./page.ts";

const app = new App({ name: "official", version: "1" }, { availableDisplayModes: ["inline", "fullscreen"] });

const context = () => {
  seen.theme = app.getHostContext()?.theme;
  seen.displayMode = app.getHostContext()?.displayMode;
  seen.maxHeight = app.getHostContext()?.containerDimensions?.maxHeight;
};
app.ontoolinput = (params) => {
  seen.input = params.arguments;
};
app.ontoolresult = (result) => {
  seen.result = result.structuredContent;
  seen.text = result.content?.[0]?.text;
};
app.onhostcontextchanged = context;
app.onteardown = async () => {
  await app.callServerTool({ name: "farewell", arguments: { from: app.getHostVersion()?.name ?? "" } });
  return {};
};

offer({
  call: async (n) => (await app.callServerTool({ name: "double", arguments: { n } })).structuredContent,
  message: (text) => app.sendMessage({ role: "user", content: [{ type: "text", text }] }),
  link: async (url) => ((await app.openLink({ url })).isError ? "refused" : "opened"),
  mode: async (mode) => (await app.requestDisplayMode({ mode })).mode,
});

app.connect().then(
  () => {
    seen.host = app.getHostVersion();
    context();
  },
  (error) => {
    seen.failed = String(error);
  },
);
