import type { GivenCapabilities, Offer } from "./capabilities.js";
import type { Way } from "./host.js";
import type { FakeHost, FakeHostOptions } from "./types.js";
/** What a fake MCP Apps host can be given. */
export interface MCPAppsOptions extends FakeHostOptions {
    /**
     * What the host advertises, and has: `hostCapabilities`, or a preset of the
     * runtime. A request for what is missing is answered -32601, so `{}` is a host
     * that can do nothing but show the view. Default: everything; `sampling` if
     * `requests` answers it.
     */
    capabilities?: GivenCapabilities;
    /** Default: `{ name: "fake-host", version: "1.0.0" }`. */
    hostInfo?: {
        name: string;
        version: string;
    };
}
/** How to ask a view that speaks MCP Apps, unless the host is known not to. */
export declare const asking: ({ lacks }: Offer, host: {
    ask(method: string, params: Record<string, unknown>, ms: number): Promise<unknown>;
    declared(): object;
}) => Pick<Way, "ask" | "declared">;
/**
 * A fake MCP Apps host (2026-01-26): Claude, VS Code, Goose and their like. Call it
 * before the view is imported. Throws without a DOM, and while another fake host is
 * open.
 */
export declare const mcpAppsHost: (options?: MCPAppsOptions) => FakeHost;
