import type { Capabilities } from "../hosts/features.js";
import type { HostContext } from "../values/types.js";
import type { FakeHostOptions } from "./types.js";
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
/** What a host advertises that has all that the protocol knows. */
export declare const everything: ({ requests }: FakeHostOptions) => Record<string, unknown>;
/** What a host has, of what the test has given. */
export declare const toOffer: (given: GivenCapabilities) => Offer;
