// The contents of a resource, on the stage.

import type { Bench } from "./bench.ts";
import type { Query, Reading } from "./browse.ts";
import { resourceBody } from "./content.ts";
import { h, icon, iconButton } from "./dom.ts";
import { counted, formatBytes, formatMs } from "./format.ts";
import { jsonTree } from "./jsontree.ts";
import { contentSize } from "./media.ts";
import { problemBox, skeleton } from "./problems.ts";
import { viewMetadata } from "./viewmeta.ts";
import { isRecord } from "./wire.ts";
import type { Json } from "./wire.ts";

const MOST_CONTENTS = 50;

export function resourceView(bench: Bench, asked: Query<Reading>, again: () => void): HTMLElement {
  const { uri, entry, template } = asked.subject;
  const head = h(
    "header",
    { class: "paper-head" },
    icon("file"),
    h(
      "div",
      { class: "paper-names" },
      h("h2", { dir: "auto" }, entry?.title || entry?.name || template?.title || template?.name || uri),
      h("p", { class: "paper-uri", dir: "ltr" }, uri),
    ),
    h("div", { class: "paper-tools" }, iconButton("reload", "Read it again", again)),
  );
  return h(
    "article",
    { class: "paper", data: { testid: "resource-content", status: asked.status } },
    head,
    queryLine(bench, asked),
    asked.asks.element,
    ...body(asked),
  );
}

/** The host of a request, and its duration. */
export function queryLine<T>(
  bench: Bench,
  { profile, status, durationMs }: Query<T>,
  more: string[] = [],
): HTMLElement {
  const title = bench.profile(profile)?.title ?? profile;
  return h(
    "p",
    { class: "paper-line", role: "status" },
    h("span", { class: "host-dot", data: { host: profile } }),
    [`As ${title}`, status === "loading" ? "waiting" : formatMs(durationMs), ...more].join(" · "),
  );
}

/** The error of a request, with its code. */
export function faultBox({ problem }: Query<unknown>, title: string): HTMLElement {
  const code = problem?.code ?? "";
  return problemBox(
    code === "" ? title : `${title} (${code})`,
    problem?.message || "It gave no reason.",
    problem?.fix ?? "",
  );
}

function body(asked: Query<Reading>): HTMLElement[] {
  if (asked.status === "loading") {
    return [h("div", { class: "paper-wait" }, skeleton())];
  }
  if (asked.status === "failed") {
    return [faultBox(asked, "The resource can't be read")];
  }
  const contents = asked.result["contents"];
  if (!Array.isArray(contents) || contents.length === 0) {
    return [
      h("p", { class: "quiet paper-part" }, "The answer has no contents."),
      jsonPart("The answer", asked.result),
    ];
  }
  const entry = asked.subject.entry?._meta;
  const out = contents.slice(0, MOST_CONTENTS).map((one) => part(isRecord(one) ? one : {}, entry, contents.length > 1));
  if (contents.length > MOST_CONTENTS) {
    out.push(h("p", { class: "quiet paper-part" }, `and ${counted(contents.length - MOST_CONTENTS, "more content")}`));
  }
  if (asked.result["_meta"] !== undefined) {
    out.push(jsonPart("_meta of the answer", asked.result["_meta"]));
  }
  return out;
}

function part(content: Json, entryMeta: Json | undefined, named: boolean): HTMLElement {
  const uri = typeof content["uri"] === "string" ? content["uri"] : "";
  const mimeType = typeof content["mimeType"] === "string" ? content["mimeType"] : "";
  const size = contentSize(content);
  const kind = typeof content["text"] === "string" ? "text" : typeof content["blob"] === "string" ? "bytes" : "";
  const isView = uri.startsWith("ui://");
  return h(
    "section",
    { class: "paper-part" },
    h(
      "p",
      { class: "paper-facts" },
      named ? h("span", { class: "paper-uri", dir: "ltr" }, uri) : null,
      h("span", { data: { fact: "mime" } }, mimeType || "no MIME type"),
      size === undefined ? null : h("span", { data: { fact: "bytes" } }, formatBytes(size)),
      kind === "" ? null : h("span", {}, `sent as ${kind}`),
    ),
    isView ? metadata(content, entryMeta) : null,
    resourceBody(content),
    content["_meta"] === undefined ? null : jsonPart("_meta", content["_meta"]),
  );
}

function metadata(content: Json, entryMeta: Json | undefined): HTMLElement {
  const lines = viewMetadata(content["_meta"], entryMeta);
  return h(
    "div",
    { class: "paper-meta" },
    h("h3", {}, "Metadata of the view"),
    lines.length === 0
      ? h("p", { class: "quiet" }, "None: no policy, permissions, domain or border.")
      : h(
          "dl",
          { class: "facts-list facts-view" },
          ...lines.flatMap(({ name, value, from }) => [
            h("dt", {}, name),
            h("dd", {}, h("span", { class: "facts-value" }, value), h("span", { class: "facts-source" }, from)),
          ]),
        ),
  );
}

function jsonPart(title: string, value: unknown): HTMLElement {
  return h("details", { class: "paper-json" }, h("summary", {}, title), jsonTree(value));
}
