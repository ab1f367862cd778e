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

/** What a host has, in both forms. */
export interface Offer {
  /** `hostCapabilities`. */
  advertised: Record<string, unknown>;
  /** Whether this is known to be missing. */
  lacks(name: keyof Capabilities): boolean;
  /** What a preset says of the surroundings. */
  context: HostContext;
}

/** Members of a preset that the runtime understands, but that hosts do not advertise. */
const unadvertised = ["closeWidget", "appTools"];

/** The other members that hosts can advertise, and what MCP Apps calls them. */
const advertisable = Object.entries(features).flatMap(([name, [wireName]]) =>
  wireName && !unadvertised.includes(name) ? [[name as keyof Capabilities, wireName] as const] : [],
);

/** What a host advertises is objects, and empty ones mean yes. */
const isPreset = (given: GivenCapabilities): given is Partial<Capabilities> =>
  Object.values(given).some((value) => typeof value === "boolean");

const modalities = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {}, structuredContent: {} };

/** What a host advertises that has all that the protocol knows. */
export const everything = ({ requests }: FakeHostOptions): Record<string, unknown> => {
  const { sampling, ...others } = Object.fromEntries(advertisable.map(([, wireName]) => [wireName, {}]));
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
  if (!isPreset(given)) return { advertised: structuredClone({ ...given }), lacks: () => false, context: {} };
  const advertised: Record<string, unknown> = {};
  for (const [name, wireName] of advertisable) if (given[name]) advertised[wireName] = {};
  if (given.subscriptions) advertised.serverResources = { subscribe: true };
  if (given.samplingTools) advertised.sampling = { tools: {} };
  return {
    advertised,
    lacks: (name) => given[name] === false,
    context: given.displayModes ? { availableDisplayModes: [...given.displayModes] } : {},
  };
};
