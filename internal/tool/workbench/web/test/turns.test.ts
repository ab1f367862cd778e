import assert from "node:assert/strict";
import { test } from "node:test";

import { Turns } from "../turns.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("so many go at once, the others in order, whatever becomes of those before", async () => {
  const turns = new Turns(2);
  const begun: number[] = [];
  const end = new Map<number, (error?: Error) => void>();
  const results = [1, 2, 3, 4].map((n) =>
    turns.run(() => {
      begun.push(n);
      return new Promise<number>((resolve, reject) => end.set(n, (error) => (error ? reject(error) : resolve(n))));
    }),
  );
  await turn();
  assert.deepEqual(begun, [1, 2]);
  end.get(2)?.(new Error("no"));
  await assert.rejects(results[1] as Promise<number>, /no/);
  await turn();
  assert.deepEqual(begun, [1, 2, 3]);
  end.get(1)?.();
  end.get(3)?.();
  await turn();
  end.get(4)?.();
  assert.deepEqual(await Promise.all([results[0], results[2], results[3]]), [1, 3, 4]);
});

test("who gives up while waiting takes no turn", async () => {
  const turns = new Turns(1);
  let end = () => undefined as void;
  const first = turns.run(() => new Promise<void>((resolve) => (end = resolve)));
  const giving = new AbortController();
  const begun: string[] = [];
  const second = turns.run(() => (begun.push("second"), Promise.resolve()), giving.signal);
  const third = turns.run(() => (begun.push("third"), Promise.resolve()), new AbortController().signal);
  giving.abort(new Error("enough"));
  await assert.rejects(second, /enough/);
  await assert.rejects(
    turns.run(() => Promise.resolve(), giving.signal),
    /enough/,
  );
  end();
  await Promise.all([first, third]);
  assert.deepEqual(begun, ["third"]);
});
