import assert from "node:assert/strict";
import { test } from "node:test";

import { Health } from "../frame/health.ts";
import type { Cause } from "../frame/health.ts";
import { refusal } from "../violation.ts";

function world() {
  const element = { dataset: {} as Record<string, string> };
  const found: string[] = [];
  const health = new Health(element as never, { changed: () => undefined, found: ({ text }) => found.push(text) });
  return { health, found, data: element.dataset };
}

const warning = (text: string): Cause => ({ level: "warning", kind: "console", text });
const broken = (text: string): Cause => ({ level: "broken", kind: "exception", text });

test("the health is not known until somebody has looked, and is that of the worst cause", () => {
  const { health, data } = world();
  health.status("ready", "", false);
  assert.equal(data["health"], undefined);
  health.looked();
  assert.deepEqual([data["health"], data["reason"]], ["ok", ""]);
  health.happened(warning("first"));
  assert.deepEqual([data["health"], data["reason"]], ["warning", "first"]);
  const cause = broken("second");
  health.happened(cause);
  health.place(cause, { file: "views/a.ts", line: 3, column: 7 });
  assert.deepEqual([data["health"], data["reason"]], ["broken", "second (views/a.ts:3:7)"]);
});

test("what is can end, what has happened can't, and each is found once", () => {
  const { health, data, found } = world();
  const blank: Cause = { level: "broken", kind: "blank", text: "blank" };
  health.looked();
  for (let i = 0; i < 3; i++) {
    health.is("blank", blank);
    health.is("blank", undefined);
    health.happened(warning("said"));
  }
  assert.deepEqual([data["health"], data["reason"], found], ["warning", "said", ["blank", "said"]]);
});

test("an error of the protocol is broken; its reason follows the cause, except after a cut", () => {
  const { health, data } = world();
  health.happened(broken("thrown"));
  health.status("error", "ui/initialize never arrived", false);
  assert.deepEqual([data["health"], data["reason"]], ["broken", "thrown; ui/initialize never arrived"]);
  health.status("error", "flooded", true);
  assert.equal(data["reason"], "flooded");
});

test("many warnings hide nothing that is broken", () => {
  const { health, data } = world();
  for (let i = 0; i < 50; i++) {
    health.happened(warning(`number ${i}`));
  }
  health.happened(broken("thrown"));
  const { causes, more } = health.state;
  assert.deepEqual([data["reason"], causes.length, more > 30], ["thrown", 12, true]);
});

test("a refusal has who refuses, who else does, and the line of Go with all that is declared", () => {
  const host = (title: string, allowed: string[]) => ({
    title,
    ui: "mcp-apps" as const,
    facts: [{ name: "csp.connect-src", value: { allowed }, known: true }],
  });
  const own = host("Claude", ["https://claude.example"]);
  const all = [own, host("Cursor", []), host("Loose", ["https://api.example"])];
  const view = { csp: "connect-src https://claude.example https://old.example; img-src 'self'", allow: "", dropped: [] };
  assert.deepEqual(refusal({ directive: "connect-src", blocked: "https://api.example/days?of=1", failed: false }, own, all, view), {
    level: "warning",
    text: "The view does not declare https://api.example/days for connect-src, so Claude refuses it",
    fix: "Cursor would refuse it, too. Add to the ui.Metadata of oriel.AddViewWith:",
    code: 'CSP: &ui.CSP{ConnectDomains: []string{"https://old.example", "https://api.example"}},',
  });
  const dropped = { field: "csp.frameDomains", value: "https://map.example", reason: "Claude does not support frameDomains." };
  assert.match(
    refusal({ directive: "frame-src", blocked: "https://map.example/a", failed: false }, own, all, { ...view, dropped: [dropped] })?.text ?? "",
    /Claude refuses .*although the view declares it: Claude does not support frameDomains/,
  );
  assert.equal(refusal({ directive: "script-src", blocked: "eval", failed: false }, own, all, view), undefined);
  assert.equal(refusal({ directive: "script-src", blocked: "eval", failed: true }, own, all, view)?.level, "broken");
});
