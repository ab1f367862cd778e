// Messages and links: what may be sent where, and in which order.
import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, open, pass, settle } from "./harness.ts";
import type { Page } from "./harness.ts";
import { chatGPT } from "./pair.ts";

const text = { type: "text", text: "What is this?" } as const;
const image = { type: "image", data: "AAAA", mimeType: "image/png" } as const;

/** What went to a host that has answered in this form. */
const contentOf = async (content: Parameters<Page["oriel"]["sendMessage"]>[0], host: object = {}) => {
  const page = await open();
  await page.answer(host);
  const done = page.oriel.sendMessage(content);
  done.catch(() => {});
  await settle();
  const request = page.with("ui/message")[0];
  if (!request) return done;
  page.post({ jsonrpc: "2.0", id: request.id, result: {} });
  await done;
  return request.params.content as unknown;
};

test("a message is a text, a block, or a list", async () => {
  assert.deepEqual(await contentOf("What is this?"), [text]);
  assert.deepEqual(await contentOf(image), [image]);
  assert.deepEqual(await contentOf([text, image]), [text, image]);
});

test("a host of the old texts gets one block, whatever there is", async () => {
  const old = { host: { name: "old" }, capabilities: {} };
  assert.deepEqual(await contentOf(image, old), image);
  assert.deepEqual(await contentOf([text], old), text);
  assert.deepEqual(await contentOf([text, { type: "text", text: "And this?" }], old), { type: "text", text: "What is this?\nAnd this?" });
  await assert.rejects(contentOf([text, image], old), { name: "ViewError", code: -32602 });
});

test("blocks are made by hand or by function", async () => {
  const { oriel } = await connect();
  assert.deepEqual([oriel.textBlock("What is this?"), oriel.imageBlock("AAAA", "image/png")], [text, image]);
});

test("window.openai takes text: blocks are joined, others refused with the reason", async () => {
  const { page, calls } = await chatGPT();
  await page.oriel.sendMessage([text, { type: "text", text: "And this?" }]);
  await page.oriel.sendMessage("Stay", { scrollToBottom: false });
  assert.deepEqual(calls, [
    ["sendFollowUpMessage", { prompt: "What is this?\nAnd this?" }],
    ["sendFollowUpMessage", { prompt: "Stay", scrollToBottom: false }],
  ]);
  await assert.rejects(page.oriel.sendMessage([text, image]), { name: "ViewError", code: -32602, message: /image.*text/ });
  assert.equal(calls.length, 2);
});

/** A host with both, and what happens on it in order. */
const both = async () => {
  const calls: unknown[] = [];
  const openai = {
    sendFollowUpMessage: ({ prompt }: { prompt: string }) => void calls.push(["openai", prompt]),
    openExternal: (link: object) => void calls.push(["openai", link]),
  };
  const page = await open({ openai });
  await page.answer({ hostInfo: { name: "chatgpt" }, hostCapabilities: { message: {} } });
  const post = parent.postMessage;
  parent.postMessage = (message: any) => {
    calls.push([message.method, message.params.url ?? message.params.content[0].text]);
    post.call(parent, message, "*" as never);
  };
  return { page, calls };
};

test("messages arrive in the order in which they are sent, by whichever way", async () => {
  const { page, calls } = await both();
  void page.oriel.sendMessage("1");
  void page.oriel.sendMessage("2", { scrollToBottom: false });
  void page.oriel.sendMessage("3");
  void page.oriel.sendMessage("4", { scrollToBottom: true });
  await settle();
  assert.deepEqual(calls, [["ui/message", "1"], ["openai", "2"], ["ui/message", "3"], ["ui/message", "4"]]);
});

test("messages that wait for the host keep their order", async () => {
  const page = await open();
  for (const text of ["1", "2", "3"]) void page.oriel.sendMessage(text);
  await page.answer();
  await settle();
  assert.deepEqual(page.with("ui/message").map(({ params }) => params.content[0].text), ["1", "2", "3"]);
});

test("a host without scrolling of ChatGPT's is asked as usual", async () => {
  const page = await connect();
  void page.oriel.sendMessage("1", { scrollToBottom: false });
  await settle();
  assert.deepEqual(page.with("ui/message")[0]?.params, { role: "user", content: [{ type: "text", text: "1" }] });
});

test("without a host there is no conversation", async () => {
  const page = await open({ alone: true });
  await assert.rejects(page.oriel.sendMessage("1"), { name: "ViewError", code: -32601 });
});

test("redirectUrl is ChatGPT's; others open the link as it is", async () => {
  const { page, calls } = await both();
  await page.oriel.openLink("https://example.com/", { redirectUrl: false });
  void page.oriel.openLink("https://example.com/");
  await settle();
  assert.deepEqual(calls, [
    ["openai", { href: "https://example.com/", redirectUrl: false }],
    ["ui/open-link", "https://example.com/"],
  ]);
  const plain = await connect();
  void plain.oriel.openLink("https://example.com/", { redirectUrl: false });
  await settle();
  assert.deepEqual(plain.with("ui/open-link")[0]?.params, { url: "https://example.com/" });
});

test("without a host a link opens in a new tab, unless it could run something", async () => {
  const page = await open({ alone: true });
  const good = ["https://example.com/", "http://localhost:1/", "mailto:a@example.com", "TEL:+351"];
  for (const url of good) await page.oriel.openLink(url);
  assert.deepEqual(page.opened, good.map((url) => [url, "_blank", "noopener"]));
  for (const url of ["javascript:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)", "data:text/html,x", "blob:x", "file:///etc/passwd", "/x", ""])
    await assert.rejects(page.oriel.openLink(url), { name: "ViewError", code: -32602 }, url);
  assert.equal(page.opened.length, good.length);
});

test("a window.openai that lacks a method refuses with the code for it", async () => {
  const page = await open({ openai: {} });
  const said = page.oriel.sendMessage("1");
  const rejected = assert.rejects(said, { name: "ViewError", code: -32601 });
  await pass(1000);
  await rejected;
});

test("a legacy MCP-UI host takes text: blocks are joined, others refused with the reason", async () => {
  const page = await open({ mcpui: true });
  await settle();
  void page.oriel.sendMessage([text, { type: "text", text: "And this?" }]);
  await settle();
  const prompts = () => page.sent.filter(({ type }) => type === "prompt").map(({ payload }) => payload.prompt);
  assert.deepEqual(prompts(), ["What is this?\nAnd this?"]);
  await assert.rejects(page.oriel.sendMessage(image), { name: "ViewError", code: -32602 });
  assert.equal(prompts().length, 1);
});
