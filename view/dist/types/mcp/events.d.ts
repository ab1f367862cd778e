import type { HostNotifications } from "./protocol.js";
import type { CallToolResult, McpUiHostContext } from "./types.js";
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
export declare const listeners: {
    [E in keyof AppEventMap]: (handler: (params: AppEventMap[E]) => void) => () => void;
};
