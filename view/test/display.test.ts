import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, open, pass, settle } from "./harness.ts";

test("a host without other display modes leaves the view where it is", async () => {
  const page = await connect({ displayMode: "pip" });
  assert.equal(page.oriel.requestDisplayMode.isSupported(), false);
  const answer = page.oriel.requestDisplayMode("fullscreen");
  await settle();
  page.post({ jsonrpc: "2.0", id: page.with("ui/request-display-mode")[0]?.id, error: { code: -32601, message: "no" } });
  assert.equal(await answer, "pip");
  const bare = await open({ openai: {} });
  await pass(1000);
  assert.equal(bare.oriel.requestDisplayMode.isSupported(), false);
  assert.equal(await bare.oriel.requestDisplayMode("fullscreen"), "inline");
});

test("a refusal rejects", async () => {
  const page = await connect({ availableDisplayModes: ["inline", "fullscreen"] });
  assert.equal(page.oriel.requestDisplayMode.isSupported(), true);
  const answer = page.oriel.requestDisplayMode("fullscreen");
  await settle();
  page.post({ jsonrpc: "2.0", id: page.with("ui/request-display-mode")[0]?.id, error: { code: -32000, message: "not now" } });
  await assert.rejects(answer, { name: "ViewError", code: -32000 });
});
