// The host engine in each profile of hosts/profiles: it has what the profile's host is known to have, refuses what that
// host is known to lack, and allows the rest, but says that it is not known.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { ChatGptHost, openaiMethods } from "../../src/host/chatgpt.ts";
import { createHost } from "../../src/host/index.ts";
import type { ProtocolName } from "../../src/host/index.ts";
import { methods } from "../../src/host/requests.ts";
import type { Json } from "../../src/host/types.ts";
import { confirmation, fake, introduction, member, profileOf, settled } from "./fake.ts";
import type { Fake } from "./fake.ts";

interface Known {
  id: string;
  adapter: ProtocolName;
  features: Record<string, boolean>;
}

const folder = path.join(import.meta.dirname, "../../../hosts/profiles");

const profiles = globSync("*.json", { cwd: folder }).flatMap((file): Known[] => {
  const { adapter, features } = JSON.parse(readFileSync(path.join(folder, file), "utf8")) as {
    adapter?: { value: ProtocolName | "" };
    features?: Record<string, { value: boolean }>;
  };
  const known = Object.entries(features ?? {}).map(([name, { value }]) => [name, value] as const);
  return adapter?.value ? [{ id: path.parse(file).name, adapter: adapter.value, features: Object.fromEntries(known) }] : [];
});

/** Params that each method takes. */
const params: Record<string, Json> = {
  "tools/call": { name: "x" },
  "resources/read": { uri: "notes://today" },
  "resources/subscribe": { uri: "notes://today" },
  "resources/unsubscribe": { uri: "notes://today" },
  "sampling/createMessage": { maxTokens: 1, messages: [{ role: "user", content: { type: "text", text: "?" } }] },
  "ui/message": { content: [{ type: "text", text: "hi" }] },
  "ui/open-link": { url: "https://example.com/" },
  "ui/download-file": { contents: [{ type: "resource", resource: { uri: "file:///a.txt", text: "a" } }] },
  "ui/update-model-context": { structuredContent: {} },
  getFileDownloadUrl: { fileId: "file-1" },
  setOpenInAppUrl: { href: "https://example.com/" },
};

/** The same request with window.openai's parameters. */
const openaiParams: Record<string, Json> = {
  callTool: { name: "x" },
  sendFollowUpMessage: { prompt: "hi" },
  openExternal: { href: "https://example.com/" },
  requestDisplayMode: { mode: "inline" },
  notifyIntrinsicHeight: { height: 1 },
  ...params,
};

const services = {
  subscribe: async () => {},
  openInApp: () => {},
  modal: async () => ({}),
  uploadFile: async () => ({}),
  selectFiles: async () => [],
  fileURL: async () => ({}),
  checkout: async () => ({}),
};

/** What came of a request, in one word. */
function outcome(view: Fake, feature: string): "done" | "refused" | "done, unknown" | "other" {
  const answer = view.answerTo(9);
  const notices = view.notices.filter((notice) => "feature" in notice && notice.feature === feature);
  if (answer && "error" in answer) {
    const refused = member(answer, "error", "code") === -32601 && notices[0]?.kind === "lacking";
    return refused ? "refused" : "other";
  }
  if (!answer) return "other";
  return notices.length === 0 ? "done" : notices[0]?.kind === "unknown" ? "done, unknown" : "other";
}

const expected = (known: boolean | undefined) => (known === undefined ? "done, unknown" : known ? "done" : "refused");

test("every profile is read", () => {
  assert.ok(profiles.length > 10, `only ${profiles.length} profiles`);
  assert.deepEqual(new Set(profiles.map(({ adapter }) => adapter)), new Set(["mcp-apps", "chatgpt", "mcp-ui"]));
});

for (const { id, adapter, features } of profiles) {
  const open = () => {
    const view = fake(profileOf(adapter, features), services);
    return { view, host: createHost(adapter, view.setup) };
  };

  if (adapter !== "mcp-ui")
    test(`${id}: requests of MCP Apps`, async () => {
      for (const [method, { feature }] of Object.entries(methods)) {
        if (feature === undefined || method in openaiMethods) continue;
        const { view, host } = open();
        host.receive(introduction);
        host.receive(confirmation);
        host.receive({ jsonrpc: "2.0", id: 9, method, params: params[method] ?? {} });
        await settled();
        assert.equal(outcome(view, feature), expected(features[feature]), `${method}, ${feature}`);
      }
    });

  if (adapter === "chatgpt")
    test(`${id}: methods of window.openai`, async () => {
      for (const [name, { request = name, notification, feature = methods[request]?.feature }] of Object.entries(openaiMethods)) {
        if (!feature) continue;
        const { view, host } = open();
        assert.ok(host instanceof ChatGptHost);
        host.receive({ jsonrpc: "2.0", id: 9, method: `openai/${name}`, params: openaiParams[name] ?? {} });
        await settled();
        const done = outcome(view, feature);
        assert.equal(done, notification && features[feature] === false ? "other" : expected(features[feature]), `${name}, ${feature}`);
      }
    });

  if (adapter === "mcp-ui")
    test(`${id}: UI actions`, async () => {
      for (const [type, feature, payload] of [
        ["tool", "serverTools", { toolName: "x" }],
        ["prompt", "message", { prompt: "hi" }],
        ["link", "openLinks", { url: "https://example.com/" }],
      ] as const) {
        const { view, host } = open();
        host.receive({ type, messageId: "m", payload });
        await settled();
        const answer = view.sent.find((message) => message["type"] === "ui-message-response");
        const refused = member(answer, "payload", "error") !== undefined;
        assert.equal(refused, features[feature] === false, `${type}, ${feature}`);
        assert.equal(view.notices.some(({ kind }) => kind === "unknown"), features[feature] === undefined, type);
      }
    });

  if (adapter !== "mcp-ui")
    test(`${id}: what the host tells the view`, async () => {
      const { view, host } = open();
      host.receive(introduction);
      await settled();
      host.receive(confirmation);
      host.partialInput({});
      view.change(host, { theme: "light" });
      host.cancelled("enough");
      const ended = host.teardown("over");
      for (const [method, feature] of [
        ["ui/notifications/tool-input-partial", "partialInput"],
        ["ui/notifications/host-context-changed", "contextChanged"],
        ["ui/notifications/tool-cancelled", "cancelled"],
        ["ui/resource-teardown", "teardown"],
      ] as const) {
        assert.equal(view.methods().includes(method), features[feature] !== false, method);
        const kinds = view.notices.flatMap((notice) => ("feature" in notice && notice.feature === feature ? [notice.kind] : []));
        assert.deepEqual(kinds, features[feature] === undefined ? ["unknown"] : features[feature] ? [] : ["lacking"], method);
      }
      const asked = view.sent.find(({ method }) => method === "ui/resource-teardown");
      if (asked) host.receive({ jsonrpc: "2.0", id: asked["id"], result: {} });
      await ended;
    });
}
