import assert from "node:assert/strict";
import { test } from "node:test";

import { breaches } from "../schema/breaches.ts";

const tool = {
  name: "paint",
  outputSchema: {
    type: "object",
    required: ["litres"],
    properties: { litres: { type: "number" }, colours: { type: "array", items: { type: "string" } } },
  },
};

test("a result that breaks the output schema is told, with the place", () => {
  assert.deepEqual(breaches(tool, { structuredContent: { litres: 2, colours: ["red"] } }), []);
  const found = breaches(tool, { structuredContent: { litres: "many", colours: ["red", 7] } });
  assert.deepEqual(found.map((one) => /at (\S+):/.exec(one)?.[1]), ["/litres", "/colours/1"]);
  assert.match(breaches(tool, { content: [] })[0] ?? "", /no structuredContent/);
  assert.deepEqual(breaches(tool, { isError: true }), []);
  assert.deepEqual(breaches({ name: "plain" }, { structuredContent: 7 }), []);
});
