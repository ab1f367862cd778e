import assert from "node:assert/strict";
import { test } from "node:test";

import { dotRules } from "../hostdots.ts";

test("each host that the style sheet doesn't know has a dot of its own", () => {
  const ids = ["claude", "text", ...Array.from({ length: 30 }, (_, i) => `host-${i}`), 'odd"] x'];
  const rules = dotRules(ids.map((id) => ({ id })));
  assert.equal(rules.length, 31, "those of the style sheet have no rule here");
  assert.equal(new Set(rules.map((rule) => rule.slice(rule.indexOf("{")))).size, 31);
  assert.ok(rules[30]?.startsWith('.host-dot[data-host="odd\\"] x"] {'));
});
