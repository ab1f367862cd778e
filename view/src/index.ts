/**
 * The view runtime: one API for the view of a tool on every host.
 *
 * Importing it connects: in the same task, listeners are installed and
 * `ui/initialize` is sent. It needs no `eval` and no network, and works under
 * `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'`.
 *
 * @module
 */
import "./start.ts";

export { connected, hostCapabilities, hostInfo, platform } from "./connect.ts";
export { context, onContext } from "./context.ts";
export { requestDisplayMode } from "./display.ts";
export { ViewError } from "./error.ts";
export { initialData } from "./initial.ts";
export { onToolCancelled, onToolInput, onToolInputPartial, toolInput } from "./input.ts";
export { openLink } from "./link.ts";
export { sendMessage } from "./message.ts";
export { onToolResult, toolResult } from "./result.ts";
export { getState, setState } from "./state.ts";
export { subscribe } from "./store.ts";
export { onTeardown } from "./teardown.ts";
export { callTool } from "./tools.ts";
export type {
  ContainerDimensions,
  DisplayMode,
  HostContext,
  HostInfo,
  Platform,
  Theme,
  ToolResult,
  Transport,
} from "./types.ts";
