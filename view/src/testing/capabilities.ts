import type { Capabilities } from "../hosts/capabilities.ts";
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

/** What MCP Apps calls the members of a preset. */
const wireNames: Partial<Record<keyof Capabilities, string>> = {
  callTool: "serverTools",
  openLink: "openLinks",
  sendMessage: "message",
  modelContext: "updateModelContext",
  logging: "logging",
  readResource: "serverResources",
  fileDownload: "downloadFile",
  sampling: "sampling",
};

/** What a host advertises is objects, and empty ones mean yes. */
const isPreset = (given: GivenCapabilities): given is Partial<Capabilities> =>
  Object.values(given).some((value) => typeof value === "boolean");

const modalities = { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {}, structuredContent: {} };

/** What a host advertises that has all that the protocol knows. */
export const everything = ({ requests }: FakeHostOptions): Record<string, unknown> => ({
  openLinks: {},
  downloadFile: {},
  serverTools: { listChanged: true },
  serverResources: { listChanged: true, subscribe: true },
  logging: {},
  message: modalities,
  updateModelContext: modalities,
  ...(requests?.["sampling/createMessage"] && { sampling: {} }),
});

/** What a host has, of what the test has given. */
export const toOffer = (given: GivenCapabilities): Offer => {
  if (!isPreset(given)) return { advertised: structuredClone({ ...given }), lacks: () => false, context: {} };
  const advertised: Record<string, unknown> = {};
  for (const [name, wireName] of Object.entries(wireNames)) if (given[name as keyof Capabilities]) advertised[wireName] = {};
  if (given.subscriptions) advertised.serverResources = { subscribe: true };
  if (given.samplingTools) advertised.sampling = { tools: {} };
  return {
    advertised,
    lacks: (name) => given[name] === false,
    context: given.displayModes ? { availableDisplayModes: [...given.displayModes] } : {},
  };
};
