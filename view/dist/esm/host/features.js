// host/features.ts
import { advertised } from "./capabilities.js";
import { METHOD_NOT_FOUND, RpcError } from "./jsonrpc.js";
function has(profile, feature) {
  return profile.features[feature];
}
var Gate = class {
  #profile;
  #notice;
  #noticed = /* @__PURE__ */ new Set();
  constructor(profile, notice) {
    this.#profile = profile;
    this.#notice = notice;
  }
  /** Whether the view may use a feature; what is the name for the notice that explains it in the conversation. */
  allows(feature, what) {
    const known = has(this.#profile, feature);
    if (known === true) {
      return true;
    }
    const key = `${feature} ${what}`;
    if (!this.#noticed.has(key)) {
      this.#noticed.add(key);
      this.#notice({ kind: known === false ? "lacking" : "unknown", what, feature });
    }
    return known === void 0;
  }
  /** Like allows, but throws the error for the view. */
  require(feature, what) {
    if (!this.allows(feature, what)) {
      throw new RpcError(METHOD_NOT_FOUND, `${this.#profile.title} does not have ${what}.`, {
        feature,
        profile: this.#profile.id
      });
    }
  }
};
var details = {
  serverTools: { listChanged: true },
  serverResources: { listChanged: true },
  message: { text: {} },
  updateModelContext: { text: {}, structuredContent: {} }
};
function hostCapabilities(profile, sandbox) {
  const out = {};
  for (const feature of advertised) {
    if (has(profile, feature) !== false) {
      out[feature] = details[feature] ?? {};
    }
  }
  return sandbox ? { ...out, sandbox } : out;
}
export {
  Gate,
  has,
  hostCapabilities
};
