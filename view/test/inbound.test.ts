import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, notification, open, settle } from "./harness.ts";

test("what modules declare is part of the handshake", async () => {
  const page = await open({
    declare: ({ appCapabilities }) => {
      appCapabilities.tools = { listChanged: true };
    },
  });
  assert.deepEqual(page.with("ui/initialize")[0]?.params.appCapabilities, {
    availableDisplayModes: ["inline", "fullscreen", "pip"],
    tools: { listChanged: true },
  });
});

test("requests of the host are answered whatever becomes of their handlers", async () => {
  const page = await connect(
    {},
    {
      declare: ({ handlers, ViewError }) => {
        handlers["tools/list"] = () => ({ tools: [] });
        handlers["test/params"] = async (params, id) => ({ params, id });
        handlers["test/nothing"] = () => {};
        handlers["test/throws"] = () => {
          throw new TypeError("broken");
        };
        handlers["test/rejects"] = () => Promise.reject("no error at all");
        handlers["test/refuses"] = () => {
          throw new ViewError(-32602, "no such tool");
        };
        handlers["test/unpostable"] = () => ({ run: () => 1 });
      },
    },
  );
  const before = page.sent.length;
  const ask = (id: unknown, method: string, params?: unknown) => page.post({ jsonrpc: "2.0", id, method, params });
  ask(1, "tools/list");
  ask("two", "test/params", { a: 1 });
  ask(0, "test/params", "text");
  ask(3, "test/nothing");
  ask(4, "test/throws");
  ask(5, "test/rejects");
  ask(6, "test/refuses");
  ask(7, "test/unpostable");
  ask(7, "test/nothing");
  ask(8, "constructor");
  ask(9, "__proto__");
  await settle();
  await settle();
  const answers = new Map(page.sent.slice(before).map(({ id, result, error }) => [id, result ?? error]));
  assert.equal(page.sent.length - before, 11, "one answer each, also when an id is used twice");
  assert.deepEqual(answers.get(1), { tools: [] });
  assert.deepEqual(answers.get("two"), { params: { a: 1 }, id: "two" });
  assert.deepEqual(answers.get(0), { params: {}, id: 0 });
  assert.deepEqual(answers.get(3), {});
  assert.deepEqual(answers.get(4), { code: -32603, message: "TypeError: broken" });
  assert.deepEqual(answers.get(5), { code: -32603, message: "no error at all" });
  assert.deepEqual(answers.get(6), { code: -32602, message: "no such tool" });
  assert.deepEqual(answers.get(8), { code: -32601, message: "Method not found" });
  assert.deepEqual(answers.get(9), { code: -32601, message: "Method not found" });
  const seven = page.sent.filter(({ id }) => id === 7);
  assert.deepEqual(seven.map(({ error }) => error?.code).sort(), [-32603, undefined]);
  assert.equal(page.errors.length, 3, "what is broken is reported; a refusal is not");
});

test("ids that are none are not answered, notifications are heard", async () => {
  const heard: unknown[] = [];
  const page = await connect(
    {},
    {
      declare: ({ handlers }) => {
        handlers["notifications/resources/updated"] = ({ uri }) => void heard.push(uri);
        handlers["notifications/breaks"] = () => {
          throw new Error("broken");
        };
      },
    },
  );
  const before = page.sent.length;
  for (const id of [undefined, null, {}, [], true]) page.post({ jsonrpc: "2.0", id, method: "ping" });
  page.post(notification("notifications/breaks"));
  page.post(notification("notifications/resources/updated", { uri: "ui://x" }));
  await settle();
  assert.equal(page.sent.length, before);
  assert.deepEqual(heard, ["ui://x"]);
  assert.deepEqual(page.errors.map(String), ["Error: broken"]);
});
