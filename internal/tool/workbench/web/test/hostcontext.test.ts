import assert from "node:assert/strict";
import { test } from "node:test";

import { profileOf } from "../../../../../view/test/host/fake.ts";
import { contextChange, hostContext } from "../hostcontext.ts";
import type { Surroundings } from "../hostcontext.ts";

const around: Surroundings = {
  theme: "dark",
  displayMode: "inline",
  container: { width: 400, maxWidth: 0, maxHeight: 5000 },
  environment: {},
};

test("a view is told all of its surroundings", () => {
  const context = hostContext(profileOf("mcp-apps"), { name: "day" }, around, "1.0.0");
  assert.equal(context.theme, "dark");
  assert.equal(context.platform, "web");
  assert.equal(context.userAgent, "oriel-workbench/1.0.0");
  assert.deepEqual(context.containerDimensions, { width: 400, maxHeight: 5000 }, "an axis without a limit is left out");
  assert.deepEqual(context.toolInfo, { tool: { name: "day", inputSchema: { type: "object" } } });
  assert.equal(Object.keys(context.styles?.variables ?? {}).length, 76);
});

test("a host that has no styles and no tool's description gives none", () => {
  const profile = profileOf("mcp-apps", { styleVariables: false, toolInfo: false });
  const context = hostContext(profile, { name: "day" }, around, "1.0.0");
  assert.deepEqual([context.styles, context.toolInfo], [undefined, undefined]);
});

test("a change names what has changed, and no more", () => {
  assert.deepEqual(contextChange({ theme: "light" }), { theme: "light" });
  assert.deepEqual(contextChange({ container: { width: 0, height: 9 } }), { containerDimensions: { height: 9 } });
});
