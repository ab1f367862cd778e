// Which features a profile's host has, lacks, or may have.

import type { Json, Profile } from "./types.ts";
import { advertised } from "./capabilities.ts";
import { METHOD_NOT_FOUND, RpcError } from "./jsonrpc.ts";
import type { Notice } from "./protocol.ts";

/** Whether the host has a feature; undefined if it is not known. */
export function has(profile: Profile, feature: string): boolean | undefined {
  return profile.features[feature];
}

/** Refuses features that the host is known to lack, and reports each use of an unknown one once. */
export class Gate {
  readonly #profile: Profile;
  readonly #notice: (notice: Notice) => void;
  readonly #noticed = new Set<string>();

  constructor(profile: Profile, notice: (notice: Notice) => void) {
    this.#profile = profile;
    this.#notice = notice;
  }

  /** Whether the view may use a feature; what is the name for the notice that explains it in the conversation. */
  allows(feature: string, what: string): boolean {
    const known = has(this.#profile, feature);
    if (known === true) {
      return true;
    }
    const key = `${feature} ${what}`;
    if (!this.#noticed.has(key)) {
      this.#noticed.add(key);
      this.#notice({ kind: known === false ? "lacking" : "unknown", what, feature });
    }
    return known === undefined;
  }

  /** Like allows, but throws the error for the view. */
  require(feature: string, what: string): void {
    if (!this.allows(feature, what)) {
      throw new RpcError(METHOD_NOT_FOUND, `${this.#profile.title} does not have ${what}.`, {
        feature,
        profile: this.#profile.id,
      });
    }
  }
}

// The members of the host capabilities that have any, in MCP Apps 2026-01-26 and its draft.
const details: Json = {
  serverTools: { listChanged: true },
  serverResources: { listChanged: true },
  message: { text: {} },
  updateModelContext: { text: {}, structuredContent: {} },
};

/** The host's capabilities: all that it is not known to lack, and those of the view's sandbox. */
export function hostCapabilities(profile: Profile, sandbox: Json | undefined): Json {
  const out: Json = {};
  for (const feature of advertised) {
    if (has(profile, feature) !== false) {
      out[feature] = details[feature] ?? {};
    }
  }
  return sandbox ? { ...out, sandbox } : out;
}
