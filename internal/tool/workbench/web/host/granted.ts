// What a view's frame really lets it do, in the words of MCP Apps.

import type { Json, ViewDocument } from "../wire.ts";

const lists: Record<string, string> = {
  "connect-src": "connectDomains",
  "img-src": "resourceDomains",
  "frame-src": "frameDomains",
  "base-uri": "baseUriDomains",
};

const permissions: Record<string, string> = {
  camera: "camera",
  microphone: "microphone",
  geolocation: "geolocation",
  "clipboard-write": "clipboardWrite",
};

/** The sandbox capability of a host, read from the policies that the frame has. */
export function granted({ csp, allow }: Pick<ViewDocument, "csp" | "allow">): Json {
  const origins: Json = {};
  for (const directive of words(csp)) {
    const [name = "", ...sources] = directive;
    const field = Object.hasOwn(lists, name) ? lists[name] : undefined;
    // Keywords are in quotes and schemes end with a colon; neither was asked for.
    const own = sources.filter((source) => !source.startsWith("'") && !source.endsWith(":"));
    if (field && own.length > 0) {
      origins[field] = own;
    }
  }
  const allowed: Json = {};
  for (const [name = ""] of words(allow)) {
    const field = Object.hasOwn(permissions, name) ? permissions[name] : undefined;
    if (field) {
      allowed[field] = {};
    }
  }
  return { permissions: allowed, csp: origins };
}

function words(policy: string): string[][] {
  return policy.split(";").map((part) => part.split(/\s+/).filter((word) => word !== ""));
}
