// Which servers a view may reach: people should know where their data can go.

import { granted } from "./host/granted.ts";
import { isRecord } from "./wire.ts";
import type { Profile, ViewDocument } from "./wire.ts";

/** The hosts that the view asked for and was granted, without what its host allows every view. */
export function reachOf(view: Pick<ViewDocument, "csp" | "allow">, profile: Pick<Profile, "facts">): string[] {
  const { csp } = granted(view);
  const always = new Set(originsIn(profile.facts.find(({ name }) => name === "cspExtra")?.value));
  return [...new Set(originsIn(csp).filter((origin) => !always.has(origin)))].map((origin) =>
    origin.replace(/^\w+:\/\//, ""),
  );
}

function originsIn(lists: unknown): string[] {
  return isRecord(lists)
    ? Object.values(lists).flatMap((list) => (Array.isArray(list) ? list.filter((one) => typeof one === "string") : []))
    : [];
}
