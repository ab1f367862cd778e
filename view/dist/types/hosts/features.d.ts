import type { DisplayMode, Platform } from "../values/types.js";
/**
 * What a host lets a view do, flat. `true` and `false` are known;
 * `undefined` is what the host has not said: a call may then be made, and rejects
 * with a ViewError of the code -32601 where the host does not have it.
 */
export interface Capabilities {
    /** What the host is. */
    readonly platform: Platform;
    /** The modes that `requestDisplayMode` may ask for. */
    readonly displayModes: readonly DisplayMode[];
    /** Tools of the app can be called: `callTool`. */
    readonly callTool: boolean | undefined;
    /** Pages can be opened outside the view: `openLink`. */
    readonly openLink: boolean | undefined;
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
    /** The host keeps the state of `setState` with the conversation. */
    readonly widgetState: boolean | undefined;
    /** The model can be told what the view shows: `updateModelContext`. */
    readonly modelContext: boolean | undefined;
    /** The host takes log messages: `log`. */
    readonly logging: boolean | undefined;
    /** The host sends the tool's input while the model writes it. */
    readonly partialToolInput: boolean | undefined;
    /** The host reports that the tool call was cancelled. */
    readonly toolCancellation: boolean | undefined;
    /** The host tells the view before it removes it, and waits for it. */
    readonly teardown: boolean | undefined;
    /** Resources of the app can be read: `readResource`. */
    readonly readResource: boolean | undefined;
    /** The host has a link to the app, which the view can set: `setOpenInAppUrl`. */
    readonly openInApp: boolean | undefined;
    /** The host's model can be asked: `createMessage`. */
    readonly sampling: boolean | undefined;
    /** The host's model can be given tools to use: `createMessage` with `tools`. */
    readonly samplingTools: boolean | undefined;
    /** The host uses tools that the view offers: `registerTool`. */
    readonly appTools: boolean | undefined;
    /** The host can take a payment: `requestCheckout`. */
    readonly checkout: boolean | undefined;
    /** The host reports that a resource has changed: `live` with a `uri`. */
    readonly subscriptions: boolean | undefined;
}
/**
 * How a host shows that it has a capability: by a member of the capabilities that it
 * advertises, by a method of `window.openai`, or by either.
 */
export declare const features: {
    readonly callTool: readonly ["serverTools", "callTool"];
    readonly openLink: readonly ["openLinks", "openExternal"];
    readonly sizeReporting: readonly [undefined, "notifyIntrinsicHeight"];
    readonly closeWidget: readonly ["requestTeardown", "requestClose"];
    readonly sendMessage: readonly ["message", "sendFollowUpMessage"];
    readonly modal: readonly [undefined, "requestModal"];
    readonly fileUpload: readonly [undefined, "uploadFile"];
    readonly fileDownload: readonly ["downloadFile", "getFileDownloadUrl"];
    readonly fileSelect: readonly [undefined, "selectFiles"];
    readonly widgetState: readonly [undefined, "setWidgetState"];
    readonly modelContext: readonly ["updateModelContext"];
    readonly logging: readonly ["logging"];
    readonly readResource: readonly ["serverResources"];
    readonly openInApp: readonly [undefined, "setOpenInAppUrl"];
    readonly sampling: readonly ["sampling"];
    readonly appTools: readonly ["appTools"];
    readonly checkout: readonly [undefined, "requestCheckout"];
};
/** Whether the host shows each capability that has no rule of its own: the features again, as less code for a view. */
export declare const shownFeatures: () => {
    callTool: boolean;
    openLink: boolean;
    sendMessage: boolean;
    modal: boolean;
    fileUpload: boolean;
    fileDownload: boolean;
    fileSelect: boolean;
    widgetState: boolean;
    modelContext: boolean;
    logging: boolean;
    readResource: boolean;
    openInApp: boolean;
    sampling: boolean;
    checkout: boolean;
};
