import assert from "node:assert/strict";
import { test } from "node:test";

import { Loader, NOT_LOADED } from "../loadlater.ts";

test("what could not be loaded is loaded with the next use, and once only", async () => {
  const attempts: number[] = [];
  const loader = new Loader(async (attempt) => {
    attempts.push(attempt);
    if (attempt < 2) {
      throw new TypeError("Failed to fetch dynamically imported module");
    }
    return { attempt };
  });
  const first = [loader.get(), loader.get()];
  for (const one of first) {
    await assert.rejects(one, { message: NOT_LOADED });
  }
  await assert.rejects(loader.get(), { message: NOT_LOADED });
  assert.deepEqual([await loader.get(), await loader.get()], [{ attempt: 2 }, { attempt: 2 }]);
  assert.deepEqual(attempts, [0, 1, 2]);
});
