import type { Loose } from "../values/unchecked.js";
import type { GivenCapabilities, Offer } from "./capabilities.js";
import type { Line } from "./jsonrpc.js";
import type { Desk } from "./desk.js";
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
/** What a host does that has no word for something. */
export declare const nothing: () => Promise<void>;
/** A desk that has only what was advertised. */
export declare const within: (capabilities: Record<string, unknown>, desk: Desk) => Desk;
/** MCP Apps' way to tell a view things. */
export declare const overLine: (line: Line) => Way;
/** A way without what a preset says that the host does not do. */
export declare const lacking: ({ lacks }: Offer, way: Way) => Way;
/** The answer to `ui/initialize`. */
export declare const greeting: (params: Loose, hostInfo: object, hostCapabilities: object, hostContext: object) => object;
/**
 * A fake MCP Apps host (2026-01-26): Claude, VS Code, Goose and their like. Call it
 * before the view is imported. Throws without a DOM, and while another fake host is
 * open.
 */
export declare const mcpAppsHost: (options?: MCPAppsOptions) => FakeHost;
