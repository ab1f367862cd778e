import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { Api, ApiError } from "../api.ts";
import { readLines } from "../lines.ts";
import type { Progress } from "../wire.ts";

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

interface Asked {
  path: string;
  body: unknown;
}

/** Answers every request; what was asked is kept. */
function serving(answer: (signal: AbortSignal | null | undefined) => Response | Promise<Response>): Asked[] {
  const asked: Asked[] = [];
  globalThis.fetch = (path, init) => {
    asked.push({ path: String(path), body: JSON.parse(String(init?.body ?? "null")) as unknown });
    return Promise.resolve(answer(init?.signal));
  };
  return asked;
}

const api = () => new Api("T", () => undefined);
const json = (value: unknown, status = 200) => Response.json(value, { status });
const lines = (...values: unknown[]) =>
  new Response(values.map((value) => `${JSON.stringify(value)}\n`).join(""), {
    headers: { "Content-Type": "application/x-ndjson" },
  });

test("a call that is followed tells its progress and then its answer", async () => {
  const asked = serving(() =>
    lines(
      { progress: { progress: 1, total: 2 } },
      { progress: { progress: 2, total: 2 } },
      { result: { content: [] } },
    ),
  );
  const heard: Progress[] = [];
  const answer = await api().call("s", "claude", "slow", { a: 1 }, "view", { progress: (one) => heard.push(one) });
  assert.deepEqual(answer, { result: { content: [] } });
  assert.deepEqual(heard, [
    { progress: 1, total: 2 },
    { progress: 2, total: 2 },
  ]);
  assert.deepEqual(asked, [
    {
      path: "/api/call",
      body: { server: "s", profile: "claude", tool: "slow", arguments: { a: 1 }, caller: "view", stream: true },
    },
  ]);
});

test("what is kept outlives the page as far as the browser allows", async () => {
  const alive: boolean[] = [];
  const ends: (() => void)[] = [];
  globalThis.fetch = (_, init) => {
    alive.push(init?.keepalive === true);
    return new Promise((resolve) => ends.push(() => resolve(json({}))));
  };
  const one = api();
  const keep = (length: number) => one.keep("p", 1, "talk:a", "x".repeat(length));
  const first = [keep(10_000), keep(10_000), keep(10_000), keep(100)];
  assert.deepEqual(alive.splice(0), [true, true, false, true], "64 KiB together");
  ends.splice(0).forEach((end) => end());
  await Promise.all(first);
  void keep(10_000);
  void one.call("s", "claude", "quick", {}, "host");
  assert.deepEqual(alive, [true, false]);
});

test("a call that nobody follows is one answer", async () => {
  const asked = serving(() => json({ result: {}, durationMs: 3 }));
  assert.deepEqual(await api().call("s", "claude", "quick", {}, "host"), { result: {}, durationMs: 3 });
  assert.equal("stream" in (asked[0]?.body as object), false);
});

test("errors come from the status, from the last line, or from its absence", async () => {
  const fault = { error: { code: "server_gone", message: "It is gone.", fix: "Start it." } };
  const rows: [Response, string][] = [
    [json(fault, 502), "server_gone"],
    [lines({ progress: { progress: 1 } }, fault), "server_gone"],
    [lines({ progress: { progress: 1 } }), "stream_cut"],
    [lines(), "stream_cut"],
    [json({}, 500), "http_500"],
  ];
  for (const [response, code] of rows) {
    serving(() => response);
    await assert.rejects(
      api().call("s", "p", "t", {}, "host", { progress: () => undefined }),
      (error) => error instanceof ApiError && error.code === code,
    );
  }
});

test("an end that was asked for is told from one that was not", async () => {
  const enough = new Error("enough");
  const hanging = (signal: AbortSignal | null | undefined) =>
    new Promise<Response>((_, reject) => {
      signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
    });
  const cut = (signal: AbortSignal | null | undefined) =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('{"progress":{"progress":1}}\n'));
          signal?.addEventListener("abort", () => controller.error(new DOMException("aborted", "AbortError")));
        },
      }),
      { headers: { "Content-Type": "application/x-ndjson" } },
    );
  for (const answer of [hanging, cut]) {
    serving(answer);
    const end = new AbortController();
    const called = api().call("s", "p", "t", {}, "host", { progress: () => undefined, signal: end.signal });
    setTimeout(() => end.abort(enough), 5);
    await assert.rejects(called, (error) => error === enough);
  }
  serving(() => Promise.reject(new TypeError("failed to fetch")));
  await assert.rejects(api().list("s", "p", "tools", "host"), { code: "workbench_gone" });
});

test("lists, prompts and restarts are asked for by name", async () => {
  const asked = serving(() => json({ entries: [{ name: "a" }], supported: true }));
  assert.deepEqual(await api().list("s", "p", "templates", "view"), { entries: [{ name: "a" }], supported: true });
  await api().prompt("s", "p", "greet", { who: "you" });
  await api().restart("s");
  assert.deepEqual(asked, [
    { path: "/api/list", body: { server: "s", profile: "p", list: "templates", caller: "view" } },
    { path: "/api/prompt", body: { server: "s", profile: "p", name: "greet", arguments: { who: "you" } } },
    { path: "/api/restart", body: { server: "s" } },
  ]);
  for (const [answer, supported] of [
    [{ entries: null, supported: false }, false],
    [{}, false],
    [{ entries: [] }, true],
  ] as const) {
    serving(() => json(answer));
    assert.deepEqual(await api().list("s", "p", "prompts", "host"), { entries: [], supported });
  }
});

test("a line of many pieces is put together once", async () => {
  const piece = new TextEncoder().encode("x".repeat(2048));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let i = 0; i < 16 * 1024; i++) {
        controller.enqueue(piece);
      }
      controller.enqueue(new TextEncoder().encode("\n"));
      controller.close();
    },
  });
  const started = performance.now();
  const lengths: number[] = [];
  await readLines(body, (line) => lengths.push(line.length));
  assert.deepEqual(lengths, [32 * 1024 * 1024]);
  assert.ok(performance.now() - started < 30_000);
});

test("a reader that fails lets go of the stream", async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("line\n")),
    cancel: () => {
      cancelled = true;
    },
  });
  await assert.rejects(
    readLines(body, () => {
      throw new Error("enough");
    }),
    /enough/,
  );
  assert.equal(cancelled, true);
});
