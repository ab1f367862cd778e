import type { GivenCapabilities } from "./capabilities.js";
import type { FakeHost, FakeHostOptions } from "./types.js";
/** What a fake ChatGPT can be given. */
export interface ChatGPTOptions extends FakeHostOptions {
    /**
     * Whether ChatGPT also speaks MCP Apps, as it does since 2026. False is a host
     * with nothing but `window.openai`; it refuses the handshake, so that a test
     * need not wait until the runtime gives it up. Default: true.
     */
    bridge?: boolean;
    /**
     * What ChatGPT has: a preset of the runtime, whose `false` members also remove the
     * methods of `window.openai`, or `hostCapabilities` of its bridge. Default: all
     * methods, and what ChatGPT's bridge is known to advertise.
     */
    capabilities?: GivenCapabilities;
    /**
     * Members of `window.openai` instead of the fake's own: another function, a
     * value that the fake does not know; undefined removes one. They are used as
     * they are, not copied. `requestCheckout`, which few views are given, is there if
     * `requests` answers it.
     */
    openai?: Record<string, unknown>;
    /** What the user picks when the view calls `selectFiles`. Default: none. */
    files?: File[];
}
/**
 * A fake ChatGPT: `window.openai` as of 2026, its event `openai:set_globals`, and
 * MCP Apps beside it unless `bridge` is false. Call it before the view is imported.
 * Throws without a DOM, and while another fake host is open.
 *
 * `window.openai` alone has no partial input, no cancellation, no teardown, no tools
 * of the view, and no codes of errors: a refusal is a ViewError of -32000.
 */
export declare const chatGPTHost: (options?: ChatGPTOptions) => FakeHost;
