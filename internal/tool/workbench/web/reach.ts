// The servers to which a view may send data, so that people know them.

import { granted } from "./frame/granted.ts";
import { originsOfAll } from "./hostpolicies.ts";
import { isRecord } from "./wire.ts";
import type { Profile, ViewDocument } from "./wire.ts";

/** The declared and granted hosts of a view, without those that its host allows for every view. */
export function reachOf(view: Pick<ViewDocument, "csp" | "allow">, profile: Pick<Profile, "facts">): string[] {
  const { csp } = granted(view);
  const always = new Set(originsOfAll(profile));
  return [...new Set(originsIn(csp).filter((origin) => !always.has(origin)))].map((origin) =>
    origin.replace(/^\w+:\/\//, ""),
  );
}

function originsIn(lists: unknown): string[] {
  return isRecord(lists)
    ? Object.values(lists).flatMap((list) => (Array.isArray(list) ? list.filter((one) => typeof one === "string") : []))
    : [];
}
