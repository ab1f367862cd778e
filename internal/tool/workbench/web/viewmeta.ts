// The metadata of a view's resource, in all dialects.

import { isRecord } from "./wire.ts";
import type { Json } from "./wire.ts";

export interface MetaLine {
  name: string;
  value: string;
  /** Its source, such as "content _meta.ui.csp". */
  from: string;
}

const cspNames: [name: string, key: string][] = [
  ["Connects to", "connectDomains"],
  ["Loads from", "resourceDomains"],
  ["Frames", "frameDomains"],
  ["Base URIs", "baseUriDomains"],
];
const chatgptNames: [name: string, key: string][] = [
  ["Connects to", "connect_domains"],
  ["Loads from", "resource_domains"],
  ["Frames", "frame_domains"],
  ["Redirects to", "redirect_domains"],
];

/** The metadata to show. The content's metadata has precedence over that of its entry in the list. */
export function viewMetadata(content: unknown, entry: unknown): MetaLine[] {
  const places: [from: string, meta: Json][] = [
    ["content", isRecord(content) ? content : {}],
    ["list", isRecord(entry) ? entry : {}],
  ];
  const lines: MetaLine[] = [];
  const add = (name: string, value: string, from: string) => {
    if (
      value !== "" &&
      !lines.some((line) => line.name === name && line.from.endsWith(from.slice(from.indexOf(" "))))
    ) {
      lines.push({ name, value, from });
    }
  };
  for (const [from, meta] of places) {
    const ui = isRecord(meta["ui"]) ? meta["ui"] : {};
    const csp = isRecord(ui["csp"]) ? ui["csp"] : {};
    for (const [name, key] of cspNames) {
      add(name, texts(csp[key]), `${from} _meta.ui.csp`);
    }
    add(
      "Permissions",
      Object.keys(isRecord(ui["permissions"]) ? ui["permissions"] : {}).join(", "),
      `${from} _meta.ui`,
    );
    add("Domain", text(ui["domain"]), `${from} _meta.ui`);
    add("Border", flag(ui["prefersBorder"]), `${from} _meta.ui`);
    const widget = isRecord(meta["openai/widgetCSP"]) ? meta["openai/widgetCSP"] : {};
    for (const [name, key] of chatgptNames) {
      add(name, texts(widget[key]), `${from} _meta["openai/widgetCSP"]`);
    }
    add("Domain", text(meta["openai/widgetDomain"]), `${from} _meta["openai/widgetDomain"]`);
    add("Border", flag(meta["openai/widgetPrefersBorder"]), `${from} _meta["openai/widgetPrefersBorder"]`);
    add("Description", text(meta["openai/widgetDescription"]), `${from} _meta["openai/widgetDescription"]`);
  }
  return lines;
}

function texts(value: unknown): string {
  return Array.isArray(value)
    ? value.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join("\n")
    : "";
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function flag(value: unknown): string {
  return value === true ? "asked for" : value === false ? "not wanted" : "";
}
