import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { notification, open } from "./harness.ts";
import { features } from "../src/hosts/features.ts";
import type { Capabilities } from "../src/hosts/features.ts";
import { MCP_CAPABILITIES } from "../src/hosts/presets.ts";
import { chatGPT, mcpApps } from "./pair.ts";

const nothing = {
  ...Object.fromEntries(Object.keys(MCP_CAPABILITIES).map((name) => [name, false])),
  platform: "standalone",
  displayModes: ["inline"],
} as unknown as Capabilities;
const silent = { partialToolInput: undefined, closeWidget: undefined, appTools: undefined };
const bridge = { ...nothing, ...silent, platform: "mcp-apps", sizeReporting: true, toolCancellation: true, teardown: true } as const;

test("before a host has answered there is nothing", async () => {
  const page = await open();
  assert.deepEqual(page.oriel.capabilities(), nothing);
});

test("a host that advertises nothing has what the protocol demands", async () => {
  const { page } = await mcpApps();
  assert.deepEqual(page.oriel.capabilities(), bridge);
});

test("each thing advertised is told by its own name", async () => {
  const cases: Record<string, [advertised: object, want: Partial<Capabilities>]> = {
    ...Object.fromEntries(
      Object.entries(features).flatMap(([name, [wireName]]) => (wireName ? [[name, [{ [wireName]: {} }, { [name]: true }]]] : [])),
    ),
    subscribe: [{ serverResources: { subscribe: true } }, { readResource: true, subscriptions: true }],
    samplingTools: [{ sampling: { tools: {} } }, { sampling: true, samplingTools: true }],
    nonsense: [{ serverResources: 5, sampling: "x", experimental: {} }, { readResource: true, sampling: true }],
  };
  for (const [name, [hostCapabilities, want]] of Object.entries(cases)) {
    const page = await open();
    await page.answer({ hostInfo: { name: "host" }, hostCapabilities });
    assert.deepEqual(page.oriel.capabilities(), { ...bridge, ...want }, name);
  }
});

test("window.openai shows what it has by its methods", async () => {
  const { page } = await chatGPT({ setOpenInAppUrl() {}, selectFiles() {}, requestCheckout() {} });
  assert.deepEqual(page.oriel.capabilities(), {
    ...nothing,
    platform: "chatgpt",
    displayModes: ["inline", "fullscreen", "pip"],
    callTool: true,
    openLink: true,
    sizeReporting: true,
    closeWidget: true,
    sendMessage: true,
    modal: true,
    fileUpload: true,
    fileDownload: true,
    fileSelect: true,
    widgetState: true,
    openInApp: true,
    checkout: true,
  });
});

test("the snapshot is frozen, the same until something changes, and lists only modes that we know", async () => {
  const { page } = await mcpApps({ availableDisplayModes: ["fullscreen", "carousel", "inline"] });
  const before = page.oriel.capabilities();
  assert.deepEqual(before.displayModes, ["inline", "fullscreen"]);
  assert.ok(Object.isFrozen(before) && Object.isFrozen(before.displayModes));
  page.post(notification("ui/notifications/host-context-changed", { theme: "dark" }));
  assert.equal(page.oriel.capabilities(), before);
  page.post(notification("ui/notifications/host-context-changed", { availableDisplayModes: "all" }));
  assert.deepEqual(page.oriel.capabilities().displayModes, ["inline"]);
  assert.deepEqual(before.displayModes, ["inline", "fullscreen"]);
});

test("there is a preset for each profile that shows views, and it says what the profile says", async () => {
  const { page } = await mcpApps();
  const api = page.oriel as unknown as Record<string, unknown>;
  const folder = new URL("../../hosts/profiles/", import.meta.url);
  const withUI = readdirSync(folder)
    .map((file) => [file.replace(".json", ""), JSON.parse(readFileSync(new URL(file, folder), "utf8"))] as const)
    .filter(([, profile]) => profile.adapter.value !== "");
  const preset = (id: string) => api[`${id.toUpperCase().replaceAll("-", "_")}_CAPABILITIES`] as Capabilities;
  assert.deepEqual(
    Object.keys(api).filter((name) => name.endsWith("_CAPABILITIES")).sort(),
    ["MCP_CAPABILITIES", ...withUI.map(([id]) => `${id.toUpperCase().replaceAll("-", "_")}_CAPABILITIES`)].sort(),
  );
  for (const [id, profile] of withUI) {
    assert.deepEqual(Object.keys(preset(id)).sort(), Object.keys(nothing).sort(), id);
    assert.equal(preset(id).callTool, profile.features.serverTools?.value, id);
    assert.equal(preset(id).sendMessage, profile.features.message?.value, id);
    assert.deepEqual(preset(id).displayModes, profile.displayModes.value, id);
  }
  assert.deepEqual(
    [preset("chatgpt").modal, preset("chatgpt").checkout, preset("claude").modal, preset("claude").fileDownload, preset("claude").sampling],
    [true, undefined, false, true, undefined],
  );
  assert.deepEqual([preset("mcp-ui").platform, preset("codex").platform, preset("chatgpt").platform], ["mcp-ui", "mcp-apps", "chatgpt"]);
});

test("the host is known by its name", async () => {
  const hosts: Record<string, [answer: object, want: object]> = {
    Claude: [{ hostInfo: { name: "Claude", version: "1.0.0" } }, { profile: "claude", name: "Claude", version: "1.0.0" }],
    "another case": [{ hostInfo: { name: "visual studio CODE" } }, { profile: "vscode", name: "visual studio CODE", version: "" }],
    "by the old name": [{ host: { name: "Goose", version: 2 } }, { profile: undefined, name: "Goose", version: "2" }],
    "Goose, by the library it uses": [{ hostInfo: { name: "MCP-UI Host" } }, { profile: "goose", name: "MCP-UI Host", version: "" }],
    nobody: [{ hostInfo: { name: null } }, { profile: undefined, name: "", version: "" }],
    hostile: [{ hostInfo: { name: "__proto__" } }, { profile: undefined, name: "__proto__", version: "" }],
  };
  for (const [name, [answer, want]] of Object.entries(hosts)) {
    const page = await open();
    await page.answer(answer);
    assert.deepEqual(page.oriel.host(), want, name);
    assert.equal(page.oriel.host(), page.oriel.host());
  }
  const { page } = await chatGPT();
  assert.deepEqual(page.oriel.host(), { profile: "chatgpt", name: "", version: "" });
  const silent = await open();
  assert.deepEqual(silent.oriel.host(), { profile: undefined, name: "", version: "" });
});
