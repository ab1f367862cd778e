/**
 * Fake hosts for the tests of a view: the view runs as it is, and the test plays
 * the host.
 *
 * A fake host comes first, then the view, because the runtime looks for its host
 * when it is imported:
 *
 * ```ts
 * import { mcpAppsHost } from "@oriel/view/testing";
 *
 * const host = mcpAppsHost({ tools: { forecast: ({ city }) => ({ text: `Sunny in ${city}` }) } });
 * await import("./views/forecast/index.ts");
 * await host.connected;
 * await host.simulateToolInput({ city: "Lisbon" });
 * ```
 *
 * Everything goes through the doors that real hosts use: what crosses is copied,
 * arrives in a later microtask, and comes in the order that the protocol
 * prescribes. There are no timers.
 *
 * It needs a DOM: a browser, jsdom or happy-dom. What the runtime uses and jsdom
 * lacks (`ResizeObserver`, `matchMedia`, `reportError`) is filled in. One host is
 * open at a time; {@link FakeHost.close} puts the window back. The runtime itself
 * connects once per import, so each host needs a fresh copy of the view: a test
 * file of its own, or `vi.resetModules()`.
 *
 * @module
 */
export { chatGPTHost } from "./chatgpt.js";
export type { ChatGPTOptions } from "./chatgpt.js";
export type { GivenCapabilities } from "./capabilities.js";
export { HostError } from "./error.js";
export { mcpAppsHost } from "./mcp-apps.js";
export type { MCPAppsOptions } from "./mcp-apps.js";
export { mcpUIHost } from "./mcp-ui.js";
export type { Crossing, FakeAnswer, FakeHost, FakeHostOptions, FakeResource, FakeResult, FakeTool, ToolRun } from "./types.js";
export type { Sent } from "./sent.js";
