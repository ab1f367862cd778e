// Which hosts allow a source in the content security policy of a view, as the facts of their profiles say.

import { isRecord } from "./wire.ts";
import type { Profile } from "./wire.ts";

/** What is needed of a profile. */
export type PolicyProfile = Pick<Profile, "title" | "ui" | "facts">;

export type Verdict = "allows" | "refuses" | "not measured";

/** Whether a host allows one of the sources in a directive. */
export function verdict({ facts }: Pick<Profile, "facts">, directive: string, sources: string[]): Verdict {
  for (const name of inOrder(directive)) {
    const value = facts.find((fact) => fact.known && fact.name === `csp.${name}`)?.value;
    if (isRecord(value)) {
      const has = (list: unknown) => Array.isArray(list) && sources.some((source) => list.includes(source));
      return has(value["allowed"]) ? "allows" : has(value["notMeasured"]) ? "not measured" : "refuses";
    }
  }
  return "not measured";
}

/** A sentence with the hosts that allow one of the sources, and those that refuse it. */
export function verdicts(profiles: readonly PolicyProfile[], directive: string, sources: string[]): string {
  const views = profiles.filter(({ ui }) => ui !== "none");
  const hosts = (wanted: Verdict) =>
    views.filter((one) => verdict(one, directive, sources) === wanted).map(({ title }) => title);
  const parts = [
    clause(hosts("allows"), "allows it", "allow it"),
    clause(hosts("refuses"), "refuses it", "refuse it"),
  ].filter((part) => part !== "");
  if (parts.length === 0) {
    return "It is not measured which hosts allow it.";
  }
  return `${[...parts, ...(hosts("not measured").length > 0 ? ["other hosts are not measured"] : [])].join("; ")}.`;
}

/** A sentence with the hosts that have this verdict on one of the sources; empty if there is none. */
export function withVerdict(
  profiles: readonly PolicyProfile[],
  directive: string,
  sources: string[],
  wanted: "allows" | "refuses",
): string {
  const titles = profiles
    .filter((one) => one.ui !== "none" && verdict(one, directive, sources) === wanted)
    .map(({ title }) => title);
  const verb = wanted === "refuses" ? "would refuse it, too" : "would allow it";
  const text = clause(titles, verb, verb);
  return text && `${text}.`;
}

function clause(titles: string[], one: string, several: string): string {
  const last = titles.at(-1) ?? "";
  return titles.length < 2
    ? last && `${last} ${one}`
    : `${titles.slice(0, -1).join(", ")} and ${last} ${several}`;
}

/** The directives that apply, the first one that a policy has deciding. */
function inOrder(directive: string): string[] {
  const name = directive.replace(/-(elem|attr)$/, "");
  return name === "worker-src" ? [name, "script-src", "default-src"] : [name, "default-src"];
}

/** The origins that a host gives to every view. */
export function originsOfAll({ facts }: Pick<Profile, "facts">): string[] {
  return facts.flatMap(({ name, value }) =>
    name.startsWith("csp.") && isRecord(value) && Array.isArray(value["allowed"])
      ? value["allowed"].filter((source): source is string => typeof source === "string" && source.includes("://"))
      : [],
  );
}
