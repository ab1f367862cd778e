import assert from "node:assert/strict";
import test from "node:test";

import { reachOf } from "../reach.ts";

const facts = (value: unknown) => [{ name: "csp.img-src", value, known: true, kind: "observed", source: "", date: "" }];

test("what a view asked for counts, not what its host gives every view", () => {
  const csp =
    "default-src 'none'; connect-src 'self' https://api.example.com wss://live.example.com; " +
    "img-src 'self' data: https://esm.sh https://*.cdn.example.com; frame-src 'none'";
  const profile = { facts: facts({ allowed: ["'self'", "data:", "https://esm.sh", "{resourceDomains}"] }) };
  assert.deepEqual(reachOf({ csp, allow: "" }, profile), ["api.example.com", "live.example.com", "*.cdn.example.com"]);
  assert.deepEqual(reachOf({ csp: "default-src 'none'; connect-src 'none'", allow: "" }, { facts: [] }), []);
  assert.deepEqual(
    reachOf(
      { csp: "connect-src https://a.example; frame-src https://a.example", allow: "" },
      { facts: facts(undefined) },
    ),
    ["a.example"],
  );
});
