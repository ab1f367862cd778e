// Protocol comparison, "Context", and its CSS variables.
import assert from "node:assert/strict";
import { test } from "node:test";
import { notification, type Page } from "./harness.ts";
import { chatGPT, mcpApps } from "./pair.ts";

interface Row {
  read: (page: Page) => unknown;
  want: unknown;
  /** Members of hostContext. */
  mcpApps: object;
  /** Members of window.openai; undefined where it has none that the runtime reads. */
  chatGPT?: object;
}

const rows: Record<string, Row> = {
  Theme: { read: (page) => page.oriel.context().theme, want: "dark", mcpApps: { theme: "dark" }, chatGPT: { theme: "dark" } },
  "Theme, on the page": { read: (page) => page.root.dataset.theme, want: "dark", mcpApps: { theme: "dark" }, chatGPT: { theme: "dark" } },
  "Display Mode": {
    read: (page) => page.oriel.context().displayMode,
    want: "pip",
    mcpApps: { displayMode: "pip" },
    chatGPT: { displayMode: "pip" },
  },
  Locale: { read: (page) => page.oriel.context().locale, want: "pt-PT", mcpApps: { locale: "pt-PT" }, chatGPT: { locale: "pt-PT" } },
  // hostContext.viewport of the table is containerDimensions now.
  Viewport: {
    read: (page) => page.oriel.context().containerDimensions,
    want: { maxHeight: 400 },
    mcpApps: { containerDimensions: { maxHeight: 400 } },
    chatGPT: { maxHeight: 400 },
  },
  "Viewport, as it was": {
    read: (page) => page.oriel.context().containerDimensions?.maxHeight,
    want: 400,
    mcpApps: { viewport: { width: 600, height: 300, maxHeight: 400 } },
  },
  "Safe Area": {
    read: (page) => page.oriel.context().safeAreaInsets,
    want: { top: 1, right: 2, bottom: 3, left: 4 },
    mcpApps: { safeAreaInsets: { top: 1, right: 2, bottom: 3, left: 4 } },
    chatGPT: { safeArea: { insets: { top: 1, right: 2, bottom: 3, left: 4 } } },
  },
  Platform: {
    read: (page) => page.oriel.context().platform,
    want: "mobile",
    mcpApps: { platform: "mobile" },
    chatGPT: { userAgent: { device: { type: "tablet" } } },
  },
  "User Agent": {
    read: (page) => page.oriel.context().userAgent,
    want: "host/1.0",
    mcpApps: { userAgent: "host/1.0" },
    chatGPT: { userAgent: "host/1.0" },
  },
  "Device Capabilities": {
    read: (page) => page.oriel.context().deviceCapabilities,
    want: { hover: false, touch: true },
    mcpApps: { deviceCapabilities: { hover: false, touch: true } },
    chatGPT: { userAgent: { device: { type: "mobile" }, capabilities: { hover: false, touch: true } } },
  },
  "User Location": {
    read: (page) => [page.oriel.context().userLocation, page.oriel.context().timeZone],
    want: [{ city: "Lisbon", timezone: "Europe/Lisbon" }, "Europe/Lisbon"],
    mcpApps: { userLocation: { city: "Lisbon", timezone: "Europe/Lisbon" }, timeZone: "Europe/Lisbon" },
    chatGPT: { userLocation: { city: "Lisbon", timezone: "Europe/Lisbon" } },
  },
  "View, as a modal": {
    read: (page) => page.oriel.context().view,
    want: { mode: "modal", params: { id: 1 } },
    mcpApps: { view: { mode: "modal", params: { id: 1 } } },
    chatGPT: { view: { mode: "modal", params: { id: 1 } } },
  },
  "View, as it was": {
    read: (page) => page.oriel.context().view?.mode,
    want: "canvas",
    mcpApps: { view: { mode: "canvas" } },
    chatGPT: { view: "canvas" },
  },
  "Display Mode, as it was": {
    read: (page) => page.oriel.context().displayMode,
    want: "fullscreen",
    mcpApps: { displayMode: "expanded" },
    chatGPT: { displayMode: "expanded", view: "canvas" },
  },
  // ChatGPT puts both into the document by itself, and says them as hostContext too.
  "CSS Variables": {
    read: (page) => page.root.style.properties,
    want: { "--color-text-primary": "#123" },
    mcpApps: { styles: { variables: { "--color-text-primary": "#123", color: "red" } } },
  },
  Fonts: {
    read: (page) => page.head.map((element) => element.textContent),
    want: ["@font-face{font-family:A}"],
    mcpApps: { styles: { css: { fonts: "@font-face{font-family:A}" } } },
  },
};

for (const [context, row] of Object.entries(rows)) {
  test(`Context: ${context}, MCP Apps, from the start`, async () => {
    const { page } = await mcpApps(row.mcpApps);
    assert.deepEqual(row.read(page), row.want);
  });
  test(`Context: ${context}, MCP Apps, changed`, async () => {
    const { page } = await mcpApps();
    page.post(notification("ui/notifications/host-context-changed", row.mcpApps));
    assert.deepEqual(row.read(page), row.want);
  });
  if (!row.chatGPT) continue;
  test(`Context: ${context}, ChatGPT, from the start`, async () => {
    const { page } = await chatGPT(row.chatGPT);
    assert.deepEqual(row.read(page), row.want);
  });
  test(`Context: ${context}, ChatGPT, changed`, async () => {
    const { page, set } = await chatGPT();
    set(row.chatGPT ?? {});
    assert.deepEqual(row.read(page), row.want);
  });
}
