import { reuseIfEqual } from "../values/reuse.ts";
import type { DisplayMode, Platform } from "../values/types.ts";
import { object } from "../values/unchecked.ts";
import { context } from "../data/context.ts";
import { read } from "../data/topics.ts";
import { hostCapabilities } from "./host.ts";
import { platform } from "./platform.ts";
import { has } from "./support.ts";

/**
 * What a host lets a view do, flat. `true` and `false` are what is known;
 * `undefined` is what the host has not said: a call may then be made, and rejects
 * with a ViewError of the code -32601 where the host does not have it.
 */
export interface Capabilities {
  /** What the host is. */
  readonly platform: Platform;
  /** Tools of the app can be called: `callTool`. */
  readonly callTool: boolean | undefined;
  /** Pages can be opened outside the view: `openLink`. */
  readonly openLink: boolean | undefined;
  /** The modes that `requestDisplayMode` may ask for. */
  readonly displayModes: readonly DisplayMode[];
  /** The host gives the frame the height that the view reports. */
  readonly sizeReporting: boolean | undefined;
  /** The view can ask to be closed: `requestClose`. */
  readonly closeWidget: boolean | undefined;
  /** Messages can be put into the conversation: `sendMessage`. */
  readonly sendMessage: boolean | undefined;
  /** The host has modals of its own for `requestModal`. */
  readonly modal: boolean | undefined;
  /** The host stores files: `uploadFile`. */
  readonly fileUpload: boolean | undefined;
  /** The host saves files for the user, or gives their addresses: `downloadFile`, `fileUrl`. */
  readonly fileDownload: boolean | undefined;
  /** The host lets the user choose among stored files: `selectFiles`. */
  readonly fileSelect: boolean | undefined;
  /** What `setState` is given is kept with the conversation. */
  readonly widgetState: boolean | undefined;
  /** The model can be told what the view shows: `updateModelContext`. */
  readonly modelContext: boolean | undefined;
  /** The host takes log messages: `log`. */
  readonly logging: boolean | undefined;
  /** The host sends the tool's input while the model writes it. */
  readonly partialToolInput: boolean | undefined;
  /** The host says when the tool call was cancelled. */
  readonly toolCancellation: boolean | undefined;
  /** The host says when it takes the view away, and waits for it. */
  readonly teardown: boolean | undefined;
  /** Resources of the app can be read: `readResource`. */
  readonly readResource: boolean | undefined;
  /** The host has a link to the app, which the view can set: `setOpenInAppUrl`. */
  readonly openInApp: boolean | undefined;
  /** The host's model can be asked: `createMessage`. */
  readonly sampling: boolean | undefined;
  /** … and given tools to use. */
  readonly samplingTools: boolean | undefined;
  /** The host uses tools that the view offers: `registerTool`. */
  readonly appTools: boolean | undefined;
  /** The host can take a payment: `requestCheckout`. */
  readonly checkout: boolean | undefined;
  /** The host passes on that a resource has changed: `live` with a `uri`. */
  readonly subscriptions: boolean | undefined;
}

const modes: readonly DisplayMode[] = ["inline", "fullscreen", "pip"];

let last: Capabilities | undefined;

/**
 * What this host lets the view do, from what it advertised and from the methods of
 * `window.openai`: frozen, the same object until something changes, then a new
 * one. Before a host has answered, and without one, it has nothing.
 *
 * @example
 * button.hidden = capabilities().displayModes.length < 2;
 */
export const capabilities = (): Capabilities => {
  const bridge = !!read("host");
  const { sampling, serverResources, requestTeardown } = hostCapabilities();
  const { availableDisplayModes: offered, displayMode = "inline" } = context();
  // MCP Apps has no word for these: through its bridge, they may be there.
  const silent = bridge ? undefined : false;
  const now = {
    platform: platform(),
    callTool: has(["serverTools", "callTool"]),
    openLink: has(["openLinks", "openExternal"]),
    displayModes: Object.freeze(
      modes.filter((mode) =>
        Array.isArray(offered) ? offered.includes(mode) : mode === displayMode || has([, "requestDisplayMode"]),
      ),
    ),
    sizeReporting: bridge || has([, "notifyIntrinsicHeight"]),
    closeWidget: has(["requestTeardown", "requestClose"]) || (requestTeardown === false ? false : silent),
    sendMessage: has(["message", "sendFollowUpMessage"]),
    modal: has([, "requestModal"]),
    fileUpload: has([, "uploadFile"]),
    fileDownload: has(["downloadFile", "getFileDownloadUrl"]),
    fileSelect: has([, "selectFiles"]),
    widgetState: has([, "setWidgetState"]),
    modelContext: has(["updateModelContext"]),
    logging: has(["logging"]),
    partialToolInput: silent,
    toolCancellation: bridge,
    teardown: bridge,
    readResource: has(["serverResources"]),
    openInApp: has([, "setOpenInAppUrl"]),
    sampling: has(["sampling"]),
    samplingTools: !!object(sampling).tools,
    appTools: has(["appTools"]) || silent,
    checkout: has([, "requestCheckout"]),
    subscriptions: !!object(serverResources).subscribe,
  };
  return (last = reuseIfEqual<Capabilities>(now, last));
};
