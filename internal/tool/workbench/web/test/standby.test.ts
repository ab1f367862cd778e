import assert from "node:assert/strict";
import { test } from "node:test";

import type { Bench } from "../bench.ts";
import { Standby } from "../standby.ts";
import type { FramedView } from "../framedview.ts";
import type { Surface } from "../surface.ts";
import type { Placed, ViewDocument } from "../wire.ts";

// A standby whose server answers when it is told to.
function world() {
  const released: string[] = [];
  const shown: unknown[] = [];
  let answer: (placed: Placed) => void = () => undefined;
  let refuse: (error: Error) => void = () => undefined;
  const bench = {
    api: {
      standby: () =>
        new Promise((resolve, reject) => {
          answer = resolve;
          refuse = reject;
        }),
      release: (document: string) => {
        released.push(document);
        return Promise.resolve();
      },
    },
  } as unknown as Bench;
  const showing = {
    frame: { element: "the frame" },
    standby: undefined as string | undefined,
    placed: undefined as Placed | undefined,
    standBy(placed: Placed) {
      this.placed = placed;
      this.standby = placed.document;
    },
    end() {
      return Promise.resolve(this.placed?.document);
    },
  };
  const standby = new Standby(bench, { standBy: (element: unknown) => shown.push(element) } as unknown as Surface, {
    document: () => ({ document: "in sight" }) as ViewDocument,
    make: () => showing as unknown as FramedView,
  });
  return {
    standby,
    released,
    shown,
    answers: () => answer({ document: "waiting" } as Placed),
    refuses: () => refuse(new Error("no")),
  };
}

const turns = () => new Promise((resolve) => setImmediate(resolve));

test("a frame that nobody wants any more when its document comes is released", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { standby, released, shown, answers } = world();
  standby.prepareSoon();
  t.mock.timers.tick(1000);
  await standby.end();
  assert.deepEqual(released, []);
  answers();
  await turns();
  assert.deepEqual(released, ["waiting"]);
  assert.deepEqual(shown, []);
});

test("a frame that stands by is released with its view", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { standby, released, shown, answers } = world();
  standby.prepareSoon();
  t.mock.timers.tick(1000);
  answers();
  await turns();
  assert.deepEqual(shown, ["the frame"]);
  await standby.end();
  assert.deepEqual(released, ["waiting"]);
});

test("where no document can be had, another frame may stand by later", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { standby, released, shown, answers, refuses } = world();
  standby.prepareSoon();
  t.mock.timers.tick(1000);
  refuses();
  await turns();
  assert.equal(standby.address, undefined);
  standby.prepareSoon();
  t.mock.timers.tick(1000);
  answers();
  await turns();
  assert.deepEqual(shown, ["the frame"]);
  assert.deepEqual(released, []);
});
