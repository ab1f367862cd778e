import { toCallResult } from "../values/callresult.ts";
import { onContext } from "../data/context.ts";
import { onToolCancelled, onToolInput, onToolInputPartial } from "../data/input.ts";
import { onToolResult } from "../data/result.ts";
import type { HostNotifications } from "./protocol.ts";
import type { CallToolResult, McpUiHostContext } from "./types.ts";

/** What a host tells a view of its tool call and its surroundings, by the names of ext-apps. */
export interface AppEventMap {
  toolinput: HostNotifications["ui/notifications/tool-input"];
  toolinputpartial: HostNotifications["ui/notifications/tool-input-partial"];
  toolresult: CallToolResult;
  toolcancelled: HostNotifications["ui/notifications/tool-cancelled"];
  /** The whole context, with what has changed in it. */
  hostcontextchanged: McpUiHostContext;
}

/** Begins to hear of an event, and returns what ends it. */
export const listeners: {
  [E in keyof AppEventMap]: (handler: (params: AppEventMap[E]) => void) => () => void;
} = {
  toolinput: (handler) => onToolInput<Record<string, unknown>>((input) => handler({ arguments: input })),
  toolinputpartial: (handler) => onToolInputPartial<Record<string, unknown>>((input) => handler({ arguments: input })),
  toolresult: (handler) => onToolResult((result) => handler(toCallResult(result) as CallToolResult)),
  toolcancelled: (handler) => onToolCancelled((reason) => handler(reason === undefined ? {} : { reason })),
  hostcontextchanged: (handler) => onContext((context) => handler(context as McpUiHostContext)),
};
