import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, notification, open, pass, settle } from "./harness.ts";
import type { Page } from "./harness.ts";

const heights = (page: Page): number[] => page.with("ui/notifications/size-changed").map(({ params }) => params.height as number);

/** Gives the frame a height, as a host does, and renders a frame. */
async function resize(page: Page, height: number, width = page.layout.width) {
  page.layout.frame = height;
  page.layout.width = width;
  page.dispatch("resize");
  page.frame();
  await pass(16);
}

/** A host that gives the frame every height that is reported; returns the frame's heights. */
async function obey(page: Page, rounds: number): Promise<number[]> {
  const frames = [page.layout.frame];
  page.frame();
  for (let round = 0; round < rounds; round++) {
    await pass(250);
    const asked = heights(page).at(-1);
    if (asked !== undefined && asked !== page.layout.frame) {
      await resize(page, asked);
      frames.push(asked);
    }
  }
  return frames;
}

test("the content's height is reported when it changes, in whole pixels, upwards", async () => {
  const page = await connect();
  page.layout.root = () => 316.2;
  page.frame();
  page.frame();
  page.layout.root = () => 316.9;
  page.frame();
  assert.deepEqual(heights(page), [317]);
  page.layout.root = () => 90;
  page.layout.body = () => 74;
  page.frame();
  assert.deepEqual(heights(page), [317, 90], "it shrinks as well");
});

test("only the height is reported, and only after the document is parsed", async () => {
  const page = await connect({}, { loading: true });
  page.frame();
  assert.deepEqual(heights(page), []);
  page.dispatch("DOMContentLoaded");
  await pass(0);
  page.frame();
  assert.deepEqual(page.with("ui/notifications/size-changed")[0]?.params, { height: 100 });
});

test("a natural page gets the height it asks for and rests", async () => {
  const page = await connect();
  page.layout.root = () => 316;
  page.layout.body = () => 300;
  assert.deepEqual(await obey(page, 20), [150, 316]);
});

const following: Record<string, [root: (frame: number) => number, body: (frame: number) => number, frames: number[]]> = {
  "html, body { height: 100% }": [(frame) => frame, (frame) => frame, [150]],
  "body { height: 100vh } with margins": [(frame) => frame + 16, (frame) => frame, [150]],
  "a child of 100vh in a padded body": [(frame) => frame + 40, (frame) => frame + 40, [150, 190, 230]],
  "half the frame and a bit": [(frame) => frame / 2 + 100, (frame) => frame / 2 + 100, [150, 175, 188]],
  "shrinks by a pixel each time": [(frame) => frame - 1, (frame) => frame - 1, [150, 149, 148]],
  "tall when low, low when tall": [(frame) => (frame < 400 ? 600 : 300), () => 0, [150, 600, 300]],
};
for (const [name, [root, body, frames]] of Object.entries(following)) {
  test(`a page that follows its frame comes to rest: ${name}`, async () => {
    const page = await connect();
    page.layout.root = root;
    page.layout.body = body;
    assert.deepEqual(await obey(page, 100), frames);
    await pass(3600_000);
    assert.deepEqual(await obey(page, 100), [frames.at(-1)], "for good");
  });
}

test("a page of 100% whose content overflows gets room for it", async () => {
  const page = await connect();
  page.layout.root = (frame) => frame;
  page.layout.body = (frame) => Math.max(frame, 500);
  assert.deepEqual(await obey(page, 20), [150, 500]);
});

test("a page that followed its frame is heard again when its content moves by itself", async () => {
  const page = await connect();
  let content = 40;
  page.layout.root = page.layout.body = (frame) => frame + content;
  await obey(page, 20);
  const before = heights(page).length;
  content = 200;
  page.frame();
  assert.equal(heights(page).length, before + 1);
});

test("content that grows while the host resizes is reported in the end", async () => {
  const page = await connect();
  page.layout.root = page.layout.body = () => 200;
  page.frame();
  page.layout.root = page.layout.body = () => 260;
  await resize(page, 200);
  assert.deepEqual(heights(page), [200], "it may be following the frame");
  await pass(250);
  assert.deepEqual(heights(page), [200, 260], "it is not");
  await resize(page, 260);
  page.layout.root = page.layout.body = () => 300;
  await resize(page, 261);
  await pass(250);
  assert.deepEqual(heights(page), [200, 260, 300], "and the next time it is believed again");
});

test("a new width is a reason for a new height", async () => {
  const page = await connect();
  page.layout.root = page.layout.body = () => 200;
  await obey(page, 5);
  page.layout.root = page.layout.body = () => 380;
  await resize(page, 220, 300);
  assert.deepEqual(heights(page), [200, 380]);
});

test("fixed containers and fullscreen are left alone, and caught up with afterwards", async (t) => {
  for (const context of [{ containerDimensions: { height: 400 } }, { displayMode: "fullscreen" }]) {
    await t.test(JSON.stringify(context), async () => {
      const page = await connect(context);
      page.frame();
      page.layout.root = () => 512;
      page.frame();
      assert.deepEqual(heights(page), []);
      page.post(notification("ui/notifications/host-context-changed", { displayMode: "inline", containerDimensions: { maxHeight: 900 } }));
      assert.deepEqual(heights(page), [512]);
    });
  }
});

test("a change of context repeats nothing", async () => {
  const page = await connect();
  page.layout.root = page.layout.body = (frame) => frame + 40;
  const frames = await obey(page, 20);
  const before = heights(page).length;
  for (const theme of ["dark", "light", "dark"]) page.post(notification("ui/notifications/host-context-changed", { theme }));
  await pass(5000);
  assert.equal(heights(page).length, before);
  assert.equal(page.layout.frame, frames.at(-1));
});

test("nothing is watched before a host has answered, nor after teardown", async () => {
  const page = await open();
  page.frame();
  await pass(5000);
  assert.ok(!page.observing());
  await page.answer();
  page.frame();
  page.layout.root = () => 400;
  await resize(page, 333);
  page.post({ jsonrpc: "2.0", id: 1, method: "ui/resource-teardown" });
  await pass(5000);
  page.frame();
  page.dispatch("resize");
  assert.deepEqual(heights(page), [100]);
});

test("a host of the old texts is told the height by its old names too", async () => {
  for (const [answer, names] of [
    [{ host: { name: "old" } }, ["ui/notifications/size-changed", "ui/size-change", "ui/notifications/size-change"]],
    [{ host: { name: "both" }, hostInfo: { name: "both" } }, ["ui/notifications/size-changed"]],
    [{}, ["ui/notifications/size-changed"]],
  ] as const) {
    const page = await open();
    await page.answer(answer);
    page.frame();
    await pass(0);
    const told = page.sent.filter(({ params }) => params?.height === 100);
    assert.deepEqual(told.map(({ method }) => method), names);
  }
});

test("a size set by hand is whole, and the last word", async () => {
  const page = await connect();
  page.frame();
  assert.deepEqual(heights(page), [100]);
  const sizes = () => page.with("ui/notifications/size-changed").slice(1).map(({ params }) => params as unknown);
  page.oriel.setSize({ height: 300.2, width: 400 });
  page.oriel.setSize({ height: -5 });
  page.oriel.setSize({ width: Number.NaN, height: 7 });
  page.oriel.setSize({ height: Number.POSITIVE_INFINITY });
  page.oriel.setSize({ height: "tall" as never });
  page.oriel.setSize({});
  await settle();
  assert.deepEqual(sizes(), [{ width: 400, height: 301 }, { height: 0 }, { height: 7 }]);
  page.layout.root = () => 500;
  page.frame();
  await pass(1000);
  assert.equal(sizes().length, 3, "nothing is reported by itself");
  page.oriel.autoSize(true);
  assert.deepEqual(sizes().at(-1), { height: 500 });
  page.layout.root = () => 510;
  page.frame();
  assert.deepEqual(sizes().at(-1), { height: 510 });
});

test("automatic sizes can be off from the start, and a size by hand waits for the host", async () => {
  const page = await open();
  page.oriel.autoSize(false);
  page.oriel.setSize({ height: 40 });
  await page.answer();
  page.frame();
  await pass(1000);
  assert.deepEqual(heights(page), [40]);
  page.oriel.autoSize(true);
  assert.deepEqual(heights(page), [40, 100]);
});

test("a size by hand goes wherever there is a host for it, and breaks nothing elsewhere", async () => {
  const told: number[] = [];
  const chatgpt = await open({ openai: { notifyIntrinsicHeight: (height: number) => told.push(height) } });
  chatgpt.oriel.setSize({ height: 70, width: 10 });
  chatgpt.oriel.setSize({ width: 10 });
  await pass(1000);
  assert.deepEqual(told, [70]);
  const alone = await open({ alone: true });
  alone.oriel.setSize({ height: 70 });
  const refused = await open();
  refused.oriel.setSize({ height: 70 });
  refused.post({ jsonrpc: "2.0", id: 1, error: { code: -1, message: "no" } });
  await pass(1000);
  assert.deepEqual([alone.sent.length, refused.sent.length, alone.errors, refused.errors], [0, 1, [], []]);
});
