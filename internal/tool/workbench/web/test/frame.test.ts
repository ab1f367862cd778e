import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";

import { READY_MS } from "../frame/frame.ts";
import type { ViewFrame } from "../frame/frame.ts";
import { TOOL_PENDING } from "../../../../../view/src/host/protocol.ts";
import type { ViewDocument } from "../wire.ts";
import { fakeFrame, placed } from "./fakeframe.ts";

const SILENT = "ui/initialize never arrived";

interface World {
  frame: ViewFrame;
  /** What the card was told, in order. */
  told: [status: string, reason: string][];
  /** What the frame's protocol says is missing. */
  missing: { reason: string };
  /** Lets so many milliseconds pass. */
  pass(ms: number): void;
}

// A frame whose sandbox has started.
function world({ mock }: TestContext): World {
  mock.timers.enable({ apis: ["setTimeout"] });
  const told: World["told"] = [];
  const missing = { reason: TOOL_PENDING };
  const { frame, says } = fakeFrame({
    status: (status, reason) => told.push([status, reason]),
    waiting: () => missing.reason,
  });
  frame.open(placed("view") as ViewDocument);
  says("ui/notifications/sandbox-proxy-ready");
  return { frame, told, missing, pass: (ms) => mock.timers.tick(ms) };
}

test("a view that is silent fails at the deadline", (t) => {
  const { told, missing, pass } = world(t);
  missing.reason = SILENT;
  pass(READY_MS - 1);
  assert.deepEqual(told, [["loading", ""]]);
  pass(1);
  assert.deepEqual(told.at(-1), ["error", SILENT]);
});

test("a view that has only the tool to wait for goes on loading, however long that takes", (t) => {
  const { told, pass } = world(t);
  pass(READY_MS);
  assert.deepEqual(told, [
    ["loading", ""],
    ["loading", TOOL_PENDING],
  ]);
  pass(100 * READY_MS);
  assert.deepEqual(told.at(-1), ["loading", TOOL_PENDING]);
});

test("once the tool has answered, the view has its whole time from then on", (t) => {
  const { frame, told, missing, pass } = world(t);
  pass(5 * READY_MS);
  missing.reason = SILENT;
  frame.answered();
  pass(READY_MS - 1);
  assert.deepEqual(told.at(-1), ["loading", TOOL_PENDING]);
  pass(1);
  assert.deepEqual(told.at(-1), ["error", SILENT]);
});

test("a view that is ready in that time stays so", (t) => {
  const { frame, told, pass } = world(t);
  pass(5 * READY_MS);
  frame.answered();
  pass(READY_MS - 1);
  frame.ready();
  pass(5 * READY_MS);
  assert.deepEqual(told.at(-1), ["ready", ""]);
});

test("an answer before the deadline gives no more time than there was", (t) => {
  const { frame, told, missing, pass } = world(t);
  pass(READY_MS / 2);
  missing.reason = SILENT;
  frame.answered();
  pass(READY_MS / 2);
  const once = [
    ["loading", ""],
    ["error", SILENT],
  ];
  assert.deepEqual(told, once);
  pass(5 * READY_MS);
  assert.deepEqual(told, once);
});
