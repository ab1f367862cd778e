// As extapps.tsx, for version 1 of ext-apps.
import type * as official from "ext-apps-1";
import type * as ours from "../../src/mcp/native.ts";

type Fits<Value extends Type, Type> = Value;

export type Said = [
  Fits<ours.McpUiMessageRequest["params"], official.McpUiMessageRequest["params"]>,
  Fits<ours.McpUiUpdateModelContextRequest["params"], official.McpUiUpdateModelContextRequest["params"]>,
  Fits<ours.McpUiAppCapabilities, official.McpUiAppCapabilities>,
];
export type Heard = [
  Fits<official.McpUiHostContext, ours.McpUiHostContext>,
  Fits<official.McpUiHostCapabilities, ours.McpUiHostCapabilities>,
  Fits<official.McpUiToolResultNotification["params"], ours.McpUiToolResultNotification["params"]>,
];
