// A view on our runtime.

import {
  callTool,
  connected,
  hostInfo,
  onContext,
  onTeardown,
  onToolCancelled,
  onToolInput,
  onToolInputPartial,
  onToolResult,
  openLink,
  requestDisplayMode,
  sendMessage,
} from "@oriel/view";
import { offer, seen } from "./page.ts";

onToolInput((input) => {
  seen.input = input;
});
onToolInputPartial((input) => {
  seen.partial = input;
});
onToolResult((result) => {
  seen.result = result.data;
  seen.text = result.text;
});
onToolCancelled((reason) => {
  seen.cancelled = reason ?? "";
});
onContext(({ theme, displayMode, containerDimensions }) => {
  seen.theme = theme;
  seen.displayMode = displayMode;
  seen.maxHeight = containerDimensions?.maxHeight;
});
onTeardown(async () => {
  await callTool("farewell", { from: hostInfo()?.name ?? "" });
});

offer({
  call: async (n) => (await callTool("double", { n })).data,
  message: (text) => sendMessage(text),
  link: (url) =>
    openLink(url).then(
      () => "opened",
      () => "refused",
    ),
  mode: (mode) => requestDisplayMode(mode as "inline"),
});

connected.then(
  () => {
    seen.host = hostInfo();
  },
  (error) => {
    seen.failed = String(error);
  },
);
