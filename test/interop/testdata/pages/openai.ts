// A page written for window.openai, by ChatGPT's documentation. The test defines
// OLDER for one that was written when calls took the value itself and modes had
// other names.

import { offer, seen } from "../views/page.ts";

declare const OLDER: boolean;
const openai = (globalThis as any).openai;

const render = () => {
  const { toolInput, toolOutput, toolResponseMetadata, theme, displayMode, maxHeight, locale } = openai;
  seen.input = toolInput;
  seen.result = toolOutput;
  seen.text = toolResponseMetadata?.mcp_tool_result?.content[0].text;
  // It was the bare _meta before it was an envelope.
  seen.viewData = (OLDER ? toolResponseMetadata : toolResponseMetadata?.mcp_tool_result?._meta)?.["oriel/viewData"];
  seen.theme = theme;
  seen.displayMode = displayMode;
  seen.maxHeight = maxHeight;
  seen.locale = locale;
};

addEventListener("openai:set_globals", (event) => {
  const { globals } = (event as CustomEvent).detail;
  for (const key in globals) if (JSON.stringify(openai[key]) !== JSON.stringify(globals[key])) seen.stale = key;
  render();
});
render();

offer({
  call: async (n) => (await openai.callTool("double", { n })).structuredContent,
  message: (text) => openai.sendFollowUpMessage(OLDER ? text : { prompt: text }),
  async link(url) {
    openai.openExternal(OLDER ? url : { href: url });
    return "opened";
  },
  mode: async (mode) =>
    (await openai.requestDisplayMode(OLDER ? { inline: "compact", fullscreen: "expanded" }[mode] : { mode })).mode,
  keep(state) {
    openai.setWidgetState(state);
    return openai.widgetState;
  },
  close: () => openai.requestClose(),
});

new ResizeObserver(() => openai.notifyIntrinsicHeight(document.documentElement.scrollHeight)).observe(document.body);
