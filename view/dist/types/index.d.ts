/**
 * The view runtime: one API for the view of a tool on every host.
 *
 * Importing it connects: in the same task, listeners are installed and
 * `ui/initialize` is sent. It needs no `eval` and no network, and works under
 * `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'`.
 *
 * @module
 */
export { imageBlock, textBlock } from "./values/content.js";
export type { Content, ContentBlock, LinkBlock, MediaBlock, ResourceBlock, TextBlock } from "./values/content.js";
export { ViewError } from "./values/error.js";
export type { ContainerDimensions, DisplayMode, HostContext, HostInfo, Platform, Theme, ToolResult, Transport, UserLocation, } from "./values/types.js";
export { context, onContext } from "./data/context.js";
export { initialData } from "./data/initialdata.js";
export { onToolCancelled, onToolInput, onToolInputPartial, toolCancelled, toolInput, toolInputPartial } from "./data/input.js";
export { onToolResult, toolResult } from "./data/result.js";
export { onTeardown } from "./data/teardown.js";
export { subscribe } from "./data/topics.js";
export { capabilities } from "./hosts/capabilities.js";
export type { Capabilities } from "./hosts/features.js";
export { detectPlatform, detectPlatformAsync, isHostEnvironment, isHostEnvironmentAsync } from "./hosts/detect.js";
export { host, hostCapabilities, hostInfo } from "./hosts/host.js";
export type { Host } from "./hosts/host.js";
export { connected, forcePlatform, platform } from "./hosts/platform.js";
export * from "./hosts/presets.js";
export type { Optional } from "./hosts/support.js";
export type { Progress, RequestOptions } from "./protocol/rpc.js";
export type { Size } from "./page/reportsize.js";
export { autoSize } from "./page/size.js";
export { registerTool } from "./calls/registertool.js";
export type { AppTool, AppToolHandler, AppToolResult, RegisteredTool } from "./calls/registertool.js";
export type { CallArgs, InputOf, OutputOf, ToolTypes, TypedCallTool, ViewDataOf } from "./calls/tooltypes.js";
export { live } from "./calls/live.js";
export type { LiveOptions } from "./calls/live.js";
export { callTool } from "./calls/calltool.js";
export type { CallOptions } from "./calls/calltool.js";
export { createMessage } from "./calls/createmessage.js";
export type { SamplingBlock, SamplingMessage, SamplingParams, SamplingResult, ToolResultBlock, ToolUseBlock, } from "./calls/createmessage.js";
export { sendMessage } from "./calls/sendmessage.js";
export type { MessageOptions } from "./calls/sendmessage.js";
export { updateModelContext } from "./calls/updatemodelcontext.js";
export type { ModelContext } from "./calls/updatemodelcontext.js";
export { openLink } from "./calls/openlink.js";
export type { LinkOptions } from "./calls/openlink.js";
export { requestCheckout } from "./calls/requestcheckout.js";
export type { CheckoutSession } from "./calls/requestcheckout.js";
export { setOpenInAppUrl } from "./calls/setopeninappurl.js";
export { requestClose } from "./calls/requestclose.js";
export { requestModal } from "./calls/requestmodal.js";
export type { CloseModal, ModalOptions } from "./calls/requestmodal.js";
export { requestDisplayMode } from "./calls/requestdisplaymode.js";
export { setSize } from "./calls/setsize.js";
export { downloadFile } from "./calls/downloadfile.js";
export type { Download } from "./calls/downloadfile.js";
export { fileUrl } from "./calls/fileurl.js";
export { selectFiles } from "./calls/selectfiles.js";
export type { SelectedFile, SelectOptions } from "./calls/selectfiles.js";
export { uploadFile } from "./calls/uploadfile.js";
export type { UploadOptions } from "./calls/uploadfile.js";
export { log } from "./calls/log.js";
export type { LogLevel } from "./calls/log.js";
export { getState, setState } from "./calls/setstate.js";
export { readResource } from "./calls/readresource.js";
export type { ResourceContents } from "./calls/readresource.js";
export { createStore } from "./state/createstore.js";
export type { Store, StoreOptions } from "./state/createstore.js";
export { StateError } from "./state/storage.js";
export type { StatePlace } from "./state/storage.js";
export type { StoreStatus } from "./state/viewstate.js";
export { tellModel } from "./model/tellmodel.js";
export type { ModelState } from "./model/tellmodel.js";
import "./protocol/introduce.js";
import "./start/start.js";
