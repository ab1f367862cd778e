import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { confirmationOf } from "../confirmation.ts";
import type { Profile } from "../wire.ts";
import { profileOf } from "../../../../../view/test/host/fake.ts";

interface Row {
  profile: string;
  annotations: object;
  confirmation: string;
}

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(`../../../../../hosts/${file}`, import.meta.url), "utf8"));

/** A profile with the rules that the catalogue knows of the host. */
function profile(id: string): Profile {
  const { confirms } = read(`profiles/${id}.json`) as { confirms?: { value: NonNullable<Profile["confirms"]> } };
  return { ...profileOf("mcp-apps"), ...(confirms && { confirms: confirms.value }) };
}

test("whether a host asks follows from the tool's annotations, as in Go", () => {
  const rows = read("testdata/confirmations.json") as Row[];
  assert.notEqual(rows.length, 0);
  for (const { profile: id, annotations, confirmation } of rows) {
    assert.equal(confirmationOf(profile(id), { name: "t", annotations }) ?? "", confirmation, `${id} ${JSON.stringify(annotations)}`);
  }
});

// Tools of Oriel have all annotations.
test("a missing or invalid annotation has MCP's default: the tool may change anything anywhere", () => {
  for (const [annotations, want] of [
    [undefined, "ask"],
    [{ openWorldHint: false }, "warn"],
    [{ readOnlyHint: "yes" }, "ask"],
  ] as const) {
    const got = confirmationOf(profile("chatgpt"), { name: "t", ...(annotations && { annotations: annotations as object }) });
    assert.equal(got, want, JSON.stringify(annotations));
  }
});
