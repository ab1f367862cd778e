import type { FakeHost, FakeHostOptions } from "./types.js";
/**
 * A fake legacy MCP-UI host, which renders with @mcp-ui/client before 7: UI actions
 * and render data. The view gets Oriel's MCP-UI bridge, as the MCP-UI adapter gives
 * it. Call it before the view is imported. Throws without a DOM, and while another
 * fake host is open.
 *
 * Such a host has no partial input, no answer to a teardown, and no codes of errors:
 * a refusal is a ViewError of -32000.
 */
export declare const mcpUIHost: (options?: FakeHostOptions) => FakeHost;
