// What a profile has, lacks, or keeps us guessing about.

import type { Json, Profile } from "../wire.ts";
import { advertised } from "./advertised.ts";
import { METHOD_NOT_FOUND, RpcError } from "./jsonrpc.ts";
import type { Notice } from "./protocol.ts";

/** undefined: nobody knows. */
export function has(profile: Profile, feature: string): boolean | undefined {
  return profile.features[feature];
}

/** Refuses what a host is known to lack and points out, once each, what is unknown. */
export class Gate {
  readonly #profile: Profile;
  readonly #notice: (notice: Notice) => void;
  readonly #told = new Set<string>();

  constructor(profile: Profile, notice: (notice: Notice) => void) {
    this.#profile = profile;
    this.#notice = notice;
  }

  /** Reports whether the view may; says so in the conversation when it may not. */
  allows(feature: string, what: string): boolean {
    const known = has(this.#profile, feature);
    if (known === true) {
      return true;
    }
    const key = `${feature} ${what}`;
    if (!this.#told.has(key)) {
      this.#told.add(key);
      this.#notice({ kind: known === false ? "lacking" : "unknown", what, feature });
    }
    return known === undefined;
  }

  /** Like allows, for requests: throws what the view is answered. */
  require(feature: string, what: string): void {
    if (!this.allows(feature, what)) {
      throw new RpcError(METHOD_NOT_FOUND, `${this.#profile.title} does not have ${what}.`, {
        feature,
        profile: this.#profile.id,
      });
    }
  }
}

// What a host says of a capability beside that it has it, MCP Apps 2026-01-26 and draft.
const details: Json = {
  serverTools: { listChanged: true },
  serverResources: { listChanged: true },
  message: { text: {} },
  updateModelContext: { text: {}, structuredContent: {} },
};

/** What the host advertises: all that it is not known to lack, and the sandbox that the view is in. */
export function hostCapabilities(profile: Profile, sandbox: Json | undefined): Json {
  const out: Json = {};
  for (const feature of advertised) {
    if (has(profile, feature) !== false) {
      out[feature] = details[feature] ?? {};
    }
  }
  return sandbox ? { ...out, sandbox } : out;
}
