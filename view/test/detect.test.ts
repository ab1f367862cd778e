import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, open, pass, settle } from "./harness.ts";
import type { Options } from "./harness.ts";

test("a frame alone is no proof of a host", async () => {
  const page = await open();
  assert.equal(page.oriel.detectPlatform(), "standalone");
  assert.equal(page.oriel.isHostEnvironment(), false);
});

test("what answered is the platform", async () => {
  const page = await connect();
  assert.equal(page.oriel.detectPlatform(), "mcp-apps");
  assert.equal(page.oriel.isHostEnvironment(), true);
});

test("window.openai counts until the bridge has answered", async () => {
  const page = await open({ openai: {} });
  assert.equal(page.oriel.platform(), "standalone");
  assert.equal(page.oriel.detectPlatform(), "chatgpt");
  await page.answer({ hostInfo: { name: "Some editor" } });
  assert.equal(page.oriel.detectPlatform(), "mcp-apps");
});

const markers: Record<string, [options: Options, want: string]> = {
  "?mcp-host": [{ search: "?mcp-host" }, "mcp-apps"],
  "?mcp-host=true": [{ search: "?a=1&mcp-host=true" }, "mcp-apps"],
  "?mcp-host=claude": [{ search: "?mcp-host=claude" }, "mcp-apps"],
  "?mcp-host=chatgpt": [{ search: "?mcp-host=ChatGPT" }, "chatgpt"],
  "?mcp-host=mcp-ui": [{ search: "?mcp-host=mcp-ui" }, "mcp-ui"],
  "?mcp-host=standalone": [{ search: "?mcp-host=standalone" }, "standalone"],
  "?mcp-host=false": [{ search: "?mcp-host=false" }, "standalone"],
  "another parameter": [{ search: "?mcp-hosts=1" }, "standalone"],
  "__MCP_HOST__": [{ mcpHost: { own: true } }, "mcp-apps"],
  "__MCP_HOST__ with a name": [{ mcpHost: { own: { name: "openai" } } }, "chatgpt"],
  "__MCP_HOST__ = false": [{ mcpHost: { own: false } }, "standalone"],
  "the parent's __MCP_HOST__": [{ mcpHost: { parent: "MCPUI" } }, "mcp-ui"],
  "a parent of another origin": [{ mcpHost: { parent: "throws" } }, "standalone"],
  "a parent of another origin, and a mark": [{ mcpHost: { parent: "throws" }, dataset: { mcpHost: "" } }, "mcp-apps"],
  "data-mcp-host": [{ dataset: { mcpHost: "goose" } }, "mcp-apps"],
  "data-mcp-host of the frame": [{ frameElement: { dataset: { mcpHost: "chatgpt" } } }, "chatgpt"],
  "a frame without": [{ frameElement: { dataset: {} } }, "standalone"],
};
for (const [name, [options, want]] of Object.entries(markers)) {
  test(`marker: ${name}`, async () => {
    const page = await open(options);
    assert.equal(page.oriel.detectPlatform(), want);
    assert.deepEqual(page.errors, []);
  });
}

test("a marker wins over what answers, a forced platform over both", async () => {
  const page = await connect({}, { search: "?mcp-host=chatgpt" });
  assert.equal(page.oriel.platform(), "mcp-apps");
  assert.equal(page.oriel.detectPlatform(), "chatgpt");
  let changes = 0;
  page.oriel.subscribe(() => changes++);
  page.oriel.forcePlatform("mcp-ui");
  assert.deepEqual([page.oriel.platform(), page.oriel.detectPlatform(), changes], ["mcp-ui", "mcp-ui", 1]);
  page.oriel.forcePlatform("standalone");
  assert.equal(page.oriel.isHostEnvironment(), false);
  page.oriel.forcePlatform();
  assert.deepEqual([page.oriel.platform(), page.oriel.detectPlatform(), changes], ["mcp-apps", "chatgpt", 3]);
});

test("a platform may be forced before the runtime runs", async () => {
  const page = await open({ alone: true, platform: "chatgpt" });
  assert.equal(page.oriel.platform(), "chatgpt");
  assert.equal(await page.oriel.connected, "chatgpt");
  const framed = await open({ platform: "standalone" });
  assert.equal(await framed.oriel.connected, "standalone");
  assert.deepEqual(framed.sent, [], "it does not look for a host");
});

test("detectPlatformAsync waits for an answer, and no longer than told", async (t) => {
  const outcome = async (options: Options, after: number, timeout?: number) => {
    const page = await open(options);
    let found: unknown = "waiting";
    void page.oriel.detectPlatformAsync(timeout).then((platform) => {
      found = platform;
    });
    await pass(after);
    return { page, found: () => found };
  };
  await t.test("nothing answers", async () => {
    const { found } = await outcome({}, 999);
    assert.equal(found(), "waiting");
    await pass(1);
    assert.equal(found(), "standalone");
  });
  await t.test("a host answers", async () => {
    const { page, found } = await outcome({}, 300);
    assert.equal(found(), "waiting");
    await page.answer();
    assert.equal(found(), "mcp-apps");
  });
  await t.test("a host answers too late", async () => {
    const { page, found } = await outcome({}, 50, 50);
    await page.answer();
    assert.equal(found(), "standalone");
    assert.equal(await page.oriel.detectPlatformAsync(0), "mcp-apps");
    assert.equal(await page.oriel.isHostEnvironmentAsync(), true);
  });
  await t.test("a host refuses", async () => {
    const { page, found } = await outcome({}, 0);
    page.post({ jsonrpc: "2.0", id: 1, error: { code: -32602, message: "no" } });
    await settle();
    assert.equal(found(), "standalone");
  });
  await t.test("only window.openai", async () => {
    const { found } = await outcome({ openai: {} }, 200);
    assert.equal(found(), "chatgpt");
  });
  await t.test("a marker decides at once", async () => {
    const { found } = await outcome({ search: "?mcp-host" }, 0);
    assert.equal(found(), "mcp-apps");
  });
  await t.test("without a frame", async () => {
    const { found } = await outcome({ alone: true }, 0);
    assert.equal(found(), "standalone");
  });
});
