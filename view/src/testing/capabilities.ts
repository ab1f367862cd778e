import { advertised as advertisable, featuresOf } from "../host/capabilities.ts";
import { features } from "../hosts/features.ts";
import type { Capabilities } from "../hosts/features.ts";
import type { HostContext } from "../values/types.ts";
import type { FakeHostOptions } from "./types.ts";

/**
 * What a fake host has: `hostCapabilities` as a host advertises them, or a preset
 * of the runtime: `{ ...CLAUDE_CAPABILITIES, sendMessage: false }`. Of a preset, what
 * is `true` is advertised; what no host advertises, as partial input, is missing
 * where it is `false`.
 */
export type GivenCapabilities = Partial<Capabilities> | Record<string, unknown>;

/** What a host has, in each form. */
export interface Offer {
  /** `hostCapabilities`. */
  advertised: Record<string, unknown>;
  /** The features of its profile: what it is known to have or to lack. */
  features: Record<string, boolean>;
  /** Whether this is known to be missing. */
  lacks(name: keyof Capabilities): boolean;
  /** What a preset says of the surroundings. */
  context: HostContext;
}

/** What a host advertises is objects, and empty ones mean yes. */
const isPreset = (given: GivenCapabilities): given is Partial<Capabilities> =>
  Object.values(given).some((value) => typeof value === "boolean");

const modalities = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {}, structuredContent: {} };

/** What a host advertises that has all that the protocol knows. */
export const everything = ({ requests }: FakeHostOptions): Record<string, unknown> => {
  const { sampling, ...others } = Object.fromEntries(advertisable.map((name) => [name, {}]));
  return {
    ...others,
    serverTools: { listChanged: true },
    serverResources: { listChanged: true, subscribe: true },
    message: modalities,
    updateModelContext: modalities,
    ...(requests?.["sampling/createMessage"] && { sampling }),
  };
};

/** What a host has, of what the test has given. */
export const toOffer = (given: GivenCapabilities): Offer => {
  const preset = isPreset(given) ? given : undefined;
  const advertised: Record<string, unknown> = preset ? {} : structuredClone({ ...given });
  for (const [name, [wireName]] of Object.entries(features))
    if (wireName && preset?.[name as keyof Capabilities] && advertisable.includes(wireName)) advertised[wireName] = {};
  if (preset?.subscriptions) advertised.serverResources = { subscribe: true };
  if (preset?.samplingTools) advertised.sampling = { tools: {} };

  const known: Record<string, boolean> = {};
  for (const [name, names] of Object.entries(featuresOf)) {
    const value = preset?.[name as keyof Capabilities];
    if (typeof value === "boolean") for (const feature of names) known[feature] = value;
  }
  // What could be advertised, and is not, is missing.
  for (const name of advertisable) known[name] = name in advertised;
  return {
    advertised,
    features: known,
    lacks: (name) => preset?.[name] === false,
    context: preset?.displayModes ? { availableDisplayModes: [...preset.displayModes] } : {},
  };
};
