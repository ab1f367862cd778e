// The dialog itself needs a browser: test/viewtest.
import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, open } from "./harness.ts";
import { chatGPT } from "./pair.ts";

test("ChatGPT's own modal gets all but the content", async () => {
  const { page, calls, openai } = await chatGPT();
  const options = { title: "More", params: { id: 7 }, template: "ui://app/more", anchor: "#here" };
  const filled: unknown[] = [];
  await page.oriel.requestModal({ ...options, content: (...all) => void filled.push(all) });
  assert.deepEqual(calls, [["requestModal", options]]);
  assert.deepEqual(filled, []);

  openai.requestModal = async () => ({ picked: 3 });
  assert.deepEqual(await page.oriel.requestModal({}), { picked: 3 });
  openai.requestModal = () => Promise.reject(new Error("not now"));
  await assert.rejects(page.oriel.requestModal({}), { name: "ViewError", code: -32000, message: "not now" });
});

test("without a modal and without content there is nothing to show", async () => {
  for (const page of [await connect(), await open({ alone: true }), await open()])
    await assert.rejects(page.oriel.requestModal({ title: "More", params: {} }), { name: "ViewError", code: -32601 });
});
