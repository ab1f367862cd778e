// ChatGPT's own surface, as @oriel/view/chatgpt/native has it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type * as Native from "../src/chatgpt/native.ts";
import { chatGPTHost } from "../src/testing/index.ts";
import { host, inside, page } from "./fakes.ts";
import { open, settle } from "./harness.ts";

const native = async (make: () => typeof host): Promise<typeof Native> => {
  await inside(make);
  return page.module<typeof Native>("chatgpt/native");
};

test("chatgpt/native: every method goes to window.openai under its name", async () => {
  const calls: unknown[][] = [];
  const method =
    (name: string, answer?: unknown) =>
    (...args: unknown[]) => {
      calls.push([name, ...args]);
      return answer;
    };
  const file = new File(["abc"], "a.txt");
  const view = await native(() =>
    chatGPTHost({
      openai: {
        callTool: method("callTool", Promise.resolve({ structuredContent: { high: 31 } })),
        sendFollowUpMessage: method("sendFollowUpMessage", Promise.resolve()),
        setWidgetState: method("setWidgetState"),
        uploadFile: method("uploadFile", Promise.resolve({ fileId: "f1" })),
        selectFiles: method("selectFiles", Promise.resolve([{ fileId: "f1", fileName: "a.txt", mimeType: "text/plain" }])),
        getFileDownloadUrl: method("getFileDownloadUrl", Promise.resolve({ downloadUrl: "https://x.example/" })),
        requestDisplayMode: method("requestDisplayMode", Promise.resolve({ mode: "pip" })),
        requestModal: method("requestModal", Promise.resolve({ ok: 1 })),
        requestClose: method("requestClose"),
        notifyIntrinsicHeight: method("notifyIntrinsicHeight"),
        openExternal: method("openExternal"),
        setOpenInAppUrl: method("setOpenInAppUrl"),
        requestCheckout: method("requestCheckout", Promise.resolve({ order: 7 })),
      },
    }),
  );
  // What connecting has reported by itself.
  calls.length = 0;
  assert.deepEqual(await view.callTool<{ high: number }>("forecast", { city: "Lisbon" }), { structuredContent: { high: 31 } });
  await view.sendFollowUpMessage({ prompt: "Hello", scrollToBottom: false });
  assert.equal(view.setWidgetState({ tab: 1 }), undefined, "at once");
  assert.deepEqual(await view.uploadFile(file, { library: true }), { fileId: "f1" });
  assert.equal((await view.selectFiles())[0]?.fileName, "a.txt");
  assert.equal((await view.getFileDownloadUrl({ fileId: "f1" })).downloadUrl, "https://x.example/");
  assert.deepEqual(await view.requestDisplayMode({ mode: "fullscreen" }), { mode: "pip" });
  assert.deepEqual(await view.requestModal({ params: { id: 7 }, template: "ui://a" }), { ok: 1 });
  await view.requestClose();
  view.notifyIntrinsicHeight(320);
  await view.openExternal({ href: "https://x.example/", redirectUrl: false });
  await view.setOpenInAppUrl({ href: "https://x.example/7" });
  assert.deepEqual(await view.requestCheckout({ id: "c" }), { order: 7 });
  assert.deepEqual(calls, [
    ["callTool", "forecast", { city: "Lisbon" }],
    ["sendFollowUpMessage", { prompt: "Hello", scrollToBottom: false }],
    ["setWidgetState", { tab: 1 }],
    ["uploadFile", file, { library: true }],
    ["selectFiles"],
    ["getFileDownloadUrl", { fileId: "f1" }],
    ["requestDisplayMode", { mode: "fullscreen" }],
    ["requestModal", { params: { id: 7 }, template: "ui://a" }],
    ["requestClose"],
    ["notifyIntrinsicHeight", 320],
    ["openExternal", { href: "https://x.example/", redirectUrl: false }],
    ["setOpenInAppUrl", { href: "https://x.example/7" }],
    ["requestCheckout", { id: "c" }],
  ]);
});

test("chatgpt/native: values, and the event that says they have changed", async () => {
  const view = await native(() => chatGPTHost({ context: { theme: "dark", locale: "pt-PT" }, state: { tab: 1 } }));
  assert.equal(view.isChatGPT(), true);
  assert.partialDeepStrictEqual(view.openai(), { theme: "dark", locale: "pt-PT", widgetState: { tab: 1 }, toolOutput: null, maxHeight: 400 });
  const changes: unknown[] = [];
  const stop = view.onGlobals((changed) => void changes.push([changed, view.openai().theme]));
  await host.simulateContextChange({ theme: "light" });
  stop();
  await host.simulateContextChange({ theme: "dark" });
  assert.deepEqual(changes, [[{ theme: "light" }, "light"]]);
});

test("chatgpt/native: an event without its globals is an event", async () => {
  const view = await native(chatGPTHost);
  const changes: unknown[] = [];
  view.onGlobals((changed) => void changes.push(changed));
  page.dispatch("openai:set_globals", {});
  page.dispatch("openai:set_globals", { detail: null });
  assert.deepEqual(changes, [{}, {}]);
});

test("chatgpt/native: no ChatGPT is said so, before anything is called", async () => {
  const bare = await open({ compat: [] });
  const view = await bare.module<typeof Native>("chatgpt/native");
  const missing = { name: "ViewError", code: -32601, message: /^No ChatGPT here: window\.openai is missing/ };
  assert.equal(view.isChatGPT(), false);
  assert.throws(() => view.openai(), missing);
  assert.throws(() => view.setWidgetState({}), missing);
  assert.throws(() => view.notifyIntrinsicHeight(1), missing);
  await assert.rejects(view.callTool("x"), missing);
  await assert.rejects(view.requestClose(), missing);
  assert.equal(view.callTool.isSupported(), false);
  assert.deepEqual(bare.sent, [], "nor is there a handshake");
  // It may come late.
  globalThis.openai = { callTool: async () => ({ isError: true }) };
  assert.equal(view.callTool.isSupported(), true);
  assert.deepEqual(await view.callTool("x"), { isError: true });
});

test("chatgpt/native: what this ChatGPT lacks, and what it refuses", async () => {
  const view = await native(() =>
    chatGPTHost({
      openai: {
        selectFiles: undefined,
        uploadFile: () => {
          throw new Error("too large");
        },
        requestModal: () => Promise.reject("no"),
        setWidgetState: () => {
          throw { code: -7, message: "full" };
        },
      },
    }),
  );
  assert.deepEqual([view.selectFiles.isSupported(), view.uploadFile.isSupported()], [false, true]);
  await assert.rejects(view.selectFiles(), { name: "ViewError", code: -32601, message: "This ChatGPT has no selectFiles" });
  await assert.rejects(view.uploadFile(new File([], "a")), { name: "ViewError", code: -32000, message: "too large" });
  await assert.rejects(view.requestModal({}), { name: "ViewError", code: -32000, message: "no" });
  assert.throws(() => view.setWidgetState({}), { name: "ViewError", code: -7, message: "full" });
});

test("chatgpt/native: our own shim is no ChatGPT, nor is an element of that name", async () => {
  for (const openai of [{ oriel: true, callTool() {} }, { nodeType: 1, callTool() {} }]) {
    const bare = await open({ compat: [], openai });
    const view = await bare.module<typeof Native>("chatgpt/native");
    assert.equal(view.isChatGPT(), false);
    assert.equal(view.callTool.isSupported(), false);
  }
  await settle();
});
