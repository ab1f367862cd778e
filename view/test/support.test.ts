// The table of docs/view says what each call does in each kind of host. Here each
// call is made in each, and what happens is compared with what the table says.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { dialogDom } from "./dialogdom.ts";
import { filesDom } from "./filesdom.ts";
import { kinds } from "./kinds.ts";
import type { Kind } from "./kinds.ts";
import { trials } from "./trials.ts";

interface Line {
  value: "native" | "fallback" | "refuses" | "nothing";
  names?: string[];
  code?: number;
}

/** What the comments of the calls say; tools/viewdocs writes it. */
const table: Record<string, Record<string, Line>> = JSON.parse(
  readFileSync(new URL("support.json", import.meta.url), "utf8"),
);

/** What came of a call: it rejected with this, or it gave that, or it did not end. */
type Outcome = { error: any } | { given: unknown } | "no end";

async function outcome(host: Kind, call: () => unknown): Promise<Outcome> {
  let ended: Outcome = "no end";
  const made = async () => call();
  made().then(
    (given) => (ended = { given }),
    (error: unknown) => (ended = { error }),
  );
  // A file is read in a time of its own.
  for (let round = 0; round < 20 && ended === "no end"; round++) await host.serve();
  return ended;
}

/** How the call ended, in the words of the table. */
function said(ended: Outcome): string {
  if (ended === "no end") return "never ends";
  if ("given" in ended) return "succeeds";
  const { name, code } = ended.error ?? {};
  return name === "ViewError" ? `refuses ${code}` : `throws ${ended.error}`;
}

function check(line: Line, ended: Outcome, names: string[], witness: (given: unknown) => void): void {
  const reached = [...new Set(names)];
  const promised = [line.value, ...(line.names ?? []), line.code].filter(Boolean).join(" ");
  const wrong = `the page says ${promised}, but it ${said(ended)}, and the host got ${reached.join(", ") || "nothing"}`;
  if (line.value === "refuses") return assert.equal(said(ended), `refuses ${line.code}`, wrong);
  assert.ok(ended !== "no end" && "given" in ended, wrong);
  switch (line.value) {
    case "native":
      return assert.deepEqual(reached.toSorted(), line.names?.toSorted(), wrong);
    case "nothing":
      return assert.deepEqual(reached, [], wrong);
    case "fallback":
      // What goes to the host all the same is named, too.
      assert.deepEqual(
        reached.filter((name) => !line.names?.includes(name)),
        [],
        wrong,
      );
      witness(ended.given);
  }
}

test("every call of the table has a trial, and every trial is of a call", () => {
  assert.deepEqual(Object.keys(trials).toSorted(), Object.keys(table).toSorted());
});

for (const [name, lines] of Object.entries(table)) {
  const trial = trials[name];
  if (!trial) continue;
  test(name, async (t) => {
    assert.deepEqual(Object.keys(lines).toSorted(), Object.keys(kinds).toSorted());
    for (const [id, line] of Object.entries(lines)) {
      await t.test(id, async (t) => {
        const host = await kinds[id]!();
        const logged: unknown[][] = [];
        t.mock.method(console, "warn", (...words: unknown[]) => void logged.push(words));
        const page = Object.assign(host.page, { logged, files: filesDom(), shown: dialogDom() });
        const { isSupported } = page.oriel[name as "openLink"] as { isSupported?: () => boolean };
        if (isSupported && line.value === "native" && !trial.unadvertised) assert.ok(isSupported(), "isSupported() says no");
        if (isSupported && line.value === "refuses") assert.ok(!isSupported(), "isSupported() says yes");
        const ended = await outcome(host, () => trial.call(page));
        check(line, ended, host.reached, (given) => {
          assert.ok(trial.fallback, "a fallback needs something in trials.ts that sees it");
          trial.fallback(page, given);
        });
        if (id === "mcp-apps" && line.value === "native") {
          assert.ok(trial.params, "a message needs its params in trials.ts");
          assert.deepEqual(JSON.parse(JSON.stringify(host.params[line.names![0]!])), trial.params);
        }
        assert.deepEqual(page.errors, []);
      });
    }
  });
}
