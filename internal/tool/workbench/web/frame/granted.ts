// The permissions and sources that a view's frame really has, as MCP Apps names them.

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

/** The host's capability "sandbox", computed from the policies of the frame. */
export function granted({ csp, allow }: Pick<ViewDocument, "csp" | "allow">): Json {
  const origins: Json = {};
  for (const directive of words(csp)) {
    const [name = "", ...sources] = directive;
    const field = Object.hasOwn(lists, name) ? lists[name] : undefined;
    // Keywords are in quotes, and schemes end with a colon. Views don't declare either.
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
