import assert from "node:assert/strict";
import { test } from "node:test";

import { confirmationOf } from "../confirmation.ts";
import type { Profile } from "../wire.ts";
import { profileOf } from "../../../../../view/test/host/fake.ts";

// The rows of hosts/confirmation_test.go.
test("whether a host asks follows from the tool's annotations", () => {
  const rules = {
    chatgpt: { readOnly: "none", closedWorld: "none", openWorld: "ask", destructive: "warn" },
    vscode: { readOnly: "none", closedWorld: "ask", openWorld: "ask", destructive: "none" },
  };
  const closed = { destructiveHint: false, openWorldHint: false };
  for (const [host, annotations, want] of [
    ["chatgpt", { readOnlyHint: true, destructiveHint: true, openWorldHint: true }, "none"],
    ["chatgpt", closed, "none"],
    ["chatgpt", { ...closed, openWorldHint: true }, "ask"],
    ["chatgpt", { ...closed, destructiveHint: true }, "warn"],
    ["chatgpt", { destructiveHint: true, openWorldHint: true }, "ask"],
    ["vscode", { ...closed, readOnlyHint: true }, "none"],
    ["vscode", closed, "ask"],
    ["vscode", { ...closed, destructiveHint: true }, "ask"],
    // MCP's defaults: a tool that says nothing may change anything anywhere.
    ["chatgpt", undefined, "ask"],
    ["chatgpt", { openWorldHint: false }, "warn"],
    ["chatgpt", { readOnlyHint: "yes" }, "ask"],
  ] as const) {
    const profile: Profile = { ...profileOf("chatgpt"), confirms: rules[host] };
    const got = confirmationOf(profile, { name: "t", ...(annotations ? { annotations: annotations as object } : {}) });
    assert.equal(got, want, `${host} ${JSON.stringify(annotations)}`);
  }
  assert.equal(confirmationOf(profileOf("chatgpt"), { name: "t" }), undefined);
});
