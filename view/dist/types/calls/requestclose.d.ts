/**
 * Asks the host to close the view. The host may ignore it; if it closes the view,
 * handlers of {@link onTeardown} run first. Most MCP Apps hosts do not say whether
 * they do, so `isSupported()` is true where it is sure.
 *
 * A result whose tool has said so (`oriel.Result.CloseView` in Go) closes the view
 * without this call.
 *
 * @returns When the host has been asked, not when the view is closed.
 * @throws ViewError: -32601 the host closes no views, or there is no host.
 * @example
 * button.onclick = () => requestClose();
 * @support mcp-apps native `ui/notifications/request-teardown`
 * @support bare native `ui/notifications/request-teardown`
 * @support chatgpt native `requestClose`
 * @support openai native `requestClose`
 * @support mcp-ui refuses -32601
 * @support standalone refuses -32601
 */
export declare const requestClose: import("../index.js").Optional<() => Promise<void>>;
