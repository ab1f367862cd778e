import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { filesDom } from "./filesdom.ts";
import { open, pass, settle } from "./harness.ts";
import type { Message, Page } from "./harness.ts";
import { chatGPT } from "./pair.ts";

const step = 196608;

/** A page in a host that advertises these capabilities. */
async function hosted(hostCapabilities: object = { serverTools: {} }): Promise<Page> {
  const page = await open();
  await page.answer({ hostInfo: { name: "host" }, hostCapabilities, hostContext: {} });
  return page;
}

type Answer = (args: Message, count: number) => object;

/** Answers every call of a tool until `done` has settled, and returns the arguments of all. */
async function serve(page: Page, done: Promise<unknown>, answer: Answer): Promise<Message[]> {
  const calls: Message[] = [];
  let busy = true;
  const end = () => void (busy = false);
  done.then(end, end);
  while (busy) {
    await settle();
    for (const { id, params } of page.with("tools/call").slice(calls.length)) {
      assert.equal(params.name, "oriel_files");
      calls.push(params.arguments);
      page.post({ jsonrpc: "2.0", id, ...answer(params.arguments, calls.length) });
    }
  }
  return calls;
}

/** An app that takes what comes, of a file of so many bytes. */
const taking =
  (size: number): Answer =>
  () => ({ result: { content: [], structuredContent: { fileId: "F1", name: "a", mimeType: "text/plain", size } } });

/** An app that has this file. */
const giving =
  (content: Buffer, name = "stored.txt", mimeType = "text/plain"): Answer =>
  ({ fileId, offset }) => ({
    result: {
      content: [],
      structuredContent: {
        fileId,
        name,
        mimeType,
        size: content.length,
        data: content.subarray(offset, offset + step).toString("base64"),
      },
    },
  });

const bytes = (size: number) => Buffer.from(Array.from({ length: size }, (_, i) => (i * 31 + (i >> 8)) & 255));

test("an upload goes in chunks of 192 KiB, and says how far it is", async (t) => {
  for (const size of [0, 1, step, step + 1, 2 * step + 7]) {
    await t.test(`${size} bytes`, async () => {
      const page = await hosted();
      filesDom();
      const content = bytes(size);
      const heard: number[][] = [];
      const done = page.oriel.uploadFile(new File([content], "a.txt", { type: "text/plain" }), {
        onProgress: (...numbers) => void heard.push(numbers),
      });
      const calls = await serve(page, done, taking(size));
      assert.deepEqual(await done, { fileId: "F1" });
      assert.deepEqual(
        calls.map(({ offset }) => offset),
        Array.from({ length: Math.max(1, Math.ceil(size / step)) }, (_, i) => i * step),
      );
      assert.deepEqual([calls[0]?.fileId, calls[0]?.name, calls[0]?.mimeType, calls[0]?.size], [undefined, "a.txt", "text/plain", size]);
      assert.ok(calls.slice(1).every(({ fileId }) => fileId == "F1"));
      assert.ok(Buffer.concat(calls.map(({ data }) => Buffer.from(data, "base64"))).equals(content));
      assert.deepEqual(heard, calls.map((_, i) => [Math.min((i + 1) * step, size), size]));
    });
  }
});

test("an upload that fails says why, and sends no more", async (t) => {
  const file = new Blob([bytes(2 * step)]);
  const cases: Record<string, [answer: Answer, want: object, calls: number]> = {
    "the app refuses": [
      () => ({ result: { content: [{ type: "text", text: "Too large." }], isError: true } }),
      { name: "ViewError", code: -32000, message: "Too large." },
      1,
    ],
    "the app takes no files": [
      () => ({ error: { code: -32602, message: "Unknown tool" } }),
      { name: "ViewError", code: -32602, message: "Unknown tool" },
      1,
    ],
    "the host calls no tools": [() => ({ error: { code: -32601, message: "No" } }), { name: "ViewError", code: -32601 }, 1],
    "an answer without data": [() => ({ result: {} }), { name: "ViewError", code: -32000 }, 1],
    "it fails later": [
      (args, count) => (count < 2 ? taking(2 * step)(args, count) : { error: { message: "gone" } }),
      { code: -32000, message: "gone" },
      2,
    ],
  };
  for (const [name, [answer, want, count]] of Object.entries(cases)) {
    await t.test(name, async () => {
      const page = await hosted();
      filesDom();
      const done = page.oriel.uploadFile(file);
      const calls = await serve(page, done, answer);
      await assert.rejects(done, want);
      assert.equal(calls.length, count);
    });
  }
});

test("a file that can't be read rejects with the browser's reason", async () => {
  const page = await hosted();
  filesDom();
  const gone = new DOMException("It has changed", "NotReadableError");
  const file = Object.assign(new Blob(["abc"]), { slice: () => ({ arrayBuffer: () => Promise.reject(gone) }) });
  await assert.rejects(page.oriel.uploadFile(file), gone);
});

test("an aborted upload ends", async () => {
  const page = await hosted();
  filesDom();
  const control = new AbortController();
  const reason = new Error("enough");
  const done = page.oriel.uploadFile(new Blob([bytes(3 * step)]), {
    signal: control.signal,
    onProgress: () => control.abort(reason),
  });
  const calls = await serve(page, done, taking(3 * step));
  await assert.rejects(done, reason);
  assert.equal(calls.length, 1);

  await assert.rejects(page.oriel.uploadFile(new Blob([]), { signal: AbortSignal.abort(reason) }), reason);
  assert.equal(page.with("tools/call").length, 1);
});

test("without a host every call but a download refuses", async () => {
  const page = await open({ alone: true });
  filesDom();
  await assert.rejects(page.oriel.uploadFile(new Blob(["a"])), { name: "ViewError", code: -32601 });
  await assert.rejects(page.oriel.fileUrl("F1"), { name: "ViewError", code: -32601 });
  await assert.rejects(page.oriel.downloadFile({ fileId: "F1" }), { name: "ViewError", code: -32601 });
});

test("ChatGPT's own files come first", async () => {
  const { page, openai, calls } = await chatGPT({
    uploadFile: async (...args: unknown[]) => (calls.push(["uploadFile", ...args]), { fileId: "G1" }),
    selectFiles: async () => [{ fileId: "G2", fileName: "b.png", mimeType: "image/png" }],
    getFileDownloadUrl: async ({ fileId }: { fileId: string }) => ({ downloadUrl: `https://files.example/${fileId}` }),
  });
  const file = new Blob(["a"]);
  assert.deepEqual(await page.oriel.uploadFile(file, { library: true }), { fileId: "G1" });
  assert.deepEqual(calls, [["uploadFile", file, { library: true }]]);
  assert.deepEqual(await page.oriel.selectFiles(), [{ fileId: "G2", fileName: "b.png", mimeType: "image/png" }]);
  assert.equal(await page.oriel.fileUrl("G2"), "https://files.example/G2");
  await page.oriel.downloadFile({ fileId: "G2" });
  assert.deepEqual(calls.at(-1), ["openExternal", { href: "https://files.example/G2" }]);

  openai.uploadFile = () => Promise.reject(new Error("too large"));
  await assert.rejects(page.oriel.uploadFile(file), { name: "ViewError", code: -32000, message: "too large" });
});

test("older versions of ChatGPT give the URL for the id alone", async () => {
  const { page } = await chatGPT({ getFileDownloadUrl: (id: unknown) => `https://files.example/${id}` });
  assert.equal(await page.oriel.fileUrl("G2"), "https://files.example/G2");
});

test("where ChatGPT has no files, the app's tool does", async () => {
  const { page, calls } = await chatGPT({
    uploadFile: undefined,
    callTool: async (...args: unknown[]) => (calls.push(args), { structuredContent: { fileId: "F1", size: 1 } }),
  });
  filesDom();
  assert.deepEqual(await page.oriel.uploadFile(new Blob(["a"])), { fileId: "F1" });
  assert.deepEqual(calls.map(([name]) => name), ["oriel_files"]);
});

test("isSupported says what the host has", async () => {
  const names = ["uploadFile", "selectFiles", "fileUrl", "downloadFile", "requestModal"] as const;
  const supported = (page: Page) => names.filter((name) => page.oriel[name].isSupported());
  assert.deepEqual(supported(await hosted({})), []);
  assert.deepEqual(supported(await hosted({ serverTools: {} })), ["uploadFile", "selectFiles", "fileUrl"]);
  assert.deepEqual(supported(await hosted({ downloadFile: {} })), ["downloadFile"]);
  const { page } = await chatGPT({ selectFiles: () => [] });
  assert.deepEqual(supported(page), ["uploadFile", "selectFiles", "fileUrl", "requestModal"]);
});

test("selected files are uploaded one after the other", async () => {
  const page = await hosted();
  const dom = filesDom();
  const done = page.oriel.selectFiles({ accept: "image/*", multiple: true });
  await settle();
  const [picker] = dom.pickers;
  assert.deepEqual([picker?.type, picker?.accept, picker?.multiple], ["file", "image/*", true]);
  picker!.files = [new File(["one"], "1.png", { type: "image/png" }), new File(["two!"], "2")];
  picker!.onchange!();
  const calls = await serve(page, done, ({ size }, count) => ({
    result: { structuredContent: { fileId: `F${count}`, name: "x", mimeType: "x/y", size } },
  }));
  assert.deepEqual(calls.map(({ name, size }) => [name, size]), [["1.png", 3], ["2", 4]]);
  assert.deepEqual(await done, [
    { fileId: "F1", fileName: "1.png", mimeType: "image/png" },
    { fileId: "F2", fileName: "2", mimeType: "" },
  ]);
});

test("who gives up has selected nothing", async () => {
  const page = await hosted();
  const dom = filesDom();
  const done = page.oriel.selectFiles();
  await settle();
  assert.deepEqual([dom.pickers[0]?.accept, dom.pickers[0]?.multiple], ["", false]);
  dom.pickers[0]!.oncancel!();
  assert.deepEqual(await done, []);
  assert.deepEqual(page.with("tools/call"), []);
});

test("a picker that the browser does not show is no hang", async () => {
  const page = await hosted();
  filesDom({ active: false });
  await assert.rejects(page.oriel.selectFiles(), { name: "NotAllowedError" });
});

test("a file of the app is a data: URL", async (t) => {
  for (const size of [0, 5, step, 2 * step + 1]) {
    await t.test(`${size} bytes`, async () => {
      const page = await hosted();
      filesDom();
      const content = bytes(size);
      const done = page.oriel.fileUrl("F1");
      const calls = await serve(page, done, giving(content));
      assert.equal(await done, `data:text/plain;base64,${content.toString("base64")}`);
      assert.ok(calls.every(({ fileId, data }) => fileId == "F1" && data === undefined), "reads, and writes nothing");
    });
  }
});

/** What a host was asked to save. */
async function saved(page: Page, done: Promise<void>, result: object = {}): Promise<Message> {
  await settle();
  await settle();
  const request = page.with("ui/download-file").at(-1);
  assert.ok(request, "nothing was sent");
  page.post({ jsonrpc: "2.0", id: request.id, result });
  await done;
  assert.equal(request.params.contents.length, 1);
  return request.params.contents[0];
}

test("a host that saves files gets them", async (t) => {
  const csv = Buffer.from("day,high\n").toString("base64");
  const cases: Record<string, [file: Parameters<Page["oriel"]["downloadFile"]>[0], want: object]> = {
    text: [
      { name: "a b.csv", mimeType: "text/csv", data: "day,high\n" },
      { type: "resource", resource: { uri: "file:///a%20b.csv", mimeType: "text/csv", blob: csv } },
    ],
    "a blob with a type of its own": [
      { name: "a.csv", data: new Blob(["day,high\n"], { type: "text/csv" }) },
      { type: "resource", resource: { uri: "file:///a.csv", mimeType: "text/csv", blob: csv } },
    ],
    bytes: [
      { name: "a.bin", data: new Uint8Array([1, 2, 255]).buffer },
      { type: "resource", resource: { uri: "file:///a.bin", mimeType: "", blob: "AQL/" } },
    ],
    "a name with folders": [
      { name: "../..\\etc/pass#wd?", data: "" },
      { type: "resource", resource: { uri: "file:///pass%23wd%3F", mimeType: "", blob: "" } },
    ],
    "no name left": [{ name: "folder/", data: "" }, { type: "resource", resource: { uri: "file:///file", mimeType: "", blob: "" } }],
    "a URI": [
      { uri: "https://example.com/files/report.pdf?sig=a/b#c" },
      { type: "resource_link", uri: "https://example.com/files/report.pdf?sig=a/b#c", name: "report.pdf" },
    ],
    "a URI with a name": [{ uri: "data://x", name: "x.json" }, { type: "resource_link", uri: "data://x", name: "x.json" }],
  };
  for (const [name, [file, want]] of Object.entries(cases)) {
    await t.test(name, async () => {
      const page = await hosted({ downloadFile: {} });
      filesDom();
      assert.deepEqual(await saved(page, page.oriel.downloadFile(file)), want);
    });
  }
  await t.test("refused", async () => {
    const page = await hosted({ downloadFile: {} });
    filesDom();
    await assert.rejects(saved(page, page.oriel.downloadFile({ name: "a", data: "a" }), { isError: true }), {
      name: "ViewError",
      code: -32000,
    });
  });
  await t.test("an uploaded file", async () => {
    const page = await hosted({ downloadFile: {}, serverTools: {} });
    filesDom();
    const done = page.oriel.downloadFile({ fileId: "F1" });
    await settle();
    const [call] = page.with("tools/call");
    page.post({ jsonrpc: "2.0", id: call?.id, ...giving(Buffer.from("abc"))(call?.params.arguments, 1) });
    assert.deepEqual(await saved(page, done), {
      type: "resource",
      resource: { uri: "file:///stored.txt", mimeType: "text/plain", blob: "YWJj" },
    });
  });
});

test("elsewhere the browser saves them", async (t) => {
  await t.test("content", async () => {
    const page = await hosted({});
    const dom = filesDom();
    await page.oriel.downloadFile({ name: "a/b.csv", mimeType: "text/csv", data: "day" });
    const [download] = dom.downloads;
    const blob = await download!.blob;
    assert.deepEqual([download!.name, blob.type, await blob.text()], ["b.csv", "text/csv", "day"]);
    await pass(20_000);
    assert.deepEqual(page.errors, []);
  });
  await t.test("an uploaded file, under another name", async () => {
    const page = await hosted();
    const dom = filesDom();
    const content = bytes(step + 3);
    const done = page.oriel.downloadFile({ fileId: "F1", name: "mine.bin" });
    await serve(page, done, giving(content, "stored.bin", "application/x-own"));
    const blob = await dom.downloads[0]!.blob;
    assert.deepEqual([dom.downloads[0]!.name, blob.type], ["mine.bin", "application/x-own"]);
    assert.ok(Buffer.from(await blob.arrayBuffer()).equals(content));
  });
  await t.test("a URI is opened", async () => {
    const page = await open({ alone: true });
    const dom = filesDom();
    await page.oriel.downloadFile({ uri: "https://example.com/a.pdf" });
    assert.deepEqual(page.opened, [["https://example.com/a.pdf", "_blank", "noopener"]]);
    assert.deepEqual(dom.downloads, []);
  });
});
