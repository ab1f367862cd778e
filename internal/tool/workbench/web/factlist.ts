// The known facts about a host, with their sources, and about its view.

import { h } from "./dom.ts";
import type { Child } from "./dom.ts";
import { formatBytes } from "./format.ts";
import type { Negotiation } from "./negotiation.ts";
import type { Fact, Profile, ViewDocument } from "./wire.ts";

const NO_HOST =
  "Automatic is no host: it shows each view under the protocol that the view speaks, and denies nothing. " +
  "What works here may not work in any host.";

export function factList(profile: Profile, view: ViewDocument | undefined, negotiation: Negotiation | undefined): Child[] {
  const known = profile.facts.filter((fact) => fact.known);
  const unknown = profile.facts.filter((fact) => !fact.known);
  return [
    ...(view && negotiation ? negotiated(negotiation, profile) : []),
    h("h3", {}, `What is known of ${profile.title}`),
    profile.ui === "auto" ? h("p", { class: "quiet" }, NO_HOST) : null,
    h("dl", { class: "facts-list" }, ...known.flatMap(row)),
    ...(unknown.length > 0
      ? [
          h("h3", {}, "Not known"),
          h("p", { class: "facts-unknown" }, unknown.map((fact) => words(fact.name)).join(", ")),
          h("p", { class: "quiet" }, "Unknown features are allowed here, and reported when a view uses them."),
        ]
      : []),
    view ? viewSection(view) : null,
  ];
}

const marks: Record<string, [mark: string, words: string]> = {
  true: ["✓", "has it"],
  false: ["✗", "does not have it; it is refused"],
  undefined: ["?", "may have it; it is allowed here"],
};

/** What the host and this view have agreed on, and what the view has used. */
function negotiated(negotiation: Negotiation, profile: Profile): HTMLElement[] {
  return [
    h("h3", {}, "With this view"),
    h(
      "dl",
      { class: "facts-list" },
      ...negotiation.lines().flatMap(([name, value]) => [h("dt", {}, name), h("dd", { class: "facts-value" }, value)]),
    ),
    h(
      "ul",
      { class: "facts-marks", data: { testid: "negotiated" } },
      ...negotiation.capabilities(profile).map(({ name, known, used, failed }) => {
        const [mark = "", about = ""] = marks[String(known)] ?? [];
        const uses = used === 0 ? "" : `used ${used}×${failed > 0 ? `, ${failed} failed` : ""}`;
        return h(
          "li",
          { data: { feature: name, known: String(known) }, title: `${profile.title} ${about}.` },
          h("span", { class: "facts-mark", "aria-hidden": "true" }, mark),
          h("span", {}, words(name), h("span", { class: "unseen" }, `: ${about}`)),
          h("span", { class: "facts-uses" }, uses),
        );
      }),
    ),
  ];
}

function viewSection(view: ViewDocument): HTMLElement {
  const lines: [string, string][] = [
    ["URI", view.uri],
    ["Chosen", view.source],
    ["Type", `${view.mimeType}, ${formatBytes(view.bytes)}`],
    ["Origin", view.documentOrigin === "null" ? "opaque" : view.documentOrigin],
    ["Sandbox", view.sandbox],
    ["Permissions", view.allow || "none"],
    ["CSP", view.csp.replaceAll("; ", ";\n")],
  ];
  return h(
    "details",
    {},
    h("summary", {}, "This view's document"),
    h(
      "dl",
      { class: "facts-list facts-view" },
      ...lines.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, h("span", { class: "facts-value" }, value))]),
      ...(view.dropped ?? []).flatMap(({ field, value, reason }) => [
        h("dt", {}, "Left out"),
        h(
          "dd",
          {},
          h("span", { class: "facts-value" }, `${field} ${value}`),
          h("span", { class: "facts-source" }, reason),
        ),
      ]),
    ),
  );
}

function row(fact: Fact): HTMLElement[] {
  const source = [fact.kind, fact.source, fact.date].filter((one) => one).join(" · ");
  return [
    h("dt", {}, words(fact.name)),
    h(
      "dd",
      {},
      h("span", { class: "facts-value", data: { value: String(fact.value) } }, show(fact.value)),
      source ? h("details", { class: "facts-source" }, h("summary", {}, fact.date || "Source"), source) : null,
    ),
  ];
}

function show(value: unknown): string {
  if (value === true || value === false) {
    return value ? "yes" : "no";
  }
  if (typeof value === "string") {
    return value || "none";
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? "none" : value.map(show).join(", ");
  }
  if (typeof value === "object" && value !== null) {
    const parts = Object.entries(value).filter(
      ([, one]) => !(Array.isArray(one) && one.length === 0) && one !== null && one !== 0 && one !== "",
    );
    return parts.length === 0 ? "none" : parts.map(([key, one]) => `${words(key)} ${show(one)}`).join(", ");
  }
  return String(value);
}

// "features.openLinks" → "open links"
function words(name: string): string {
  const last = name.split(".").pop() ?? name;
  return last
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/\b(csp|ui|uri|mime)\b/g, (word) => word.toUpperCase());
}
