/**
 * The view runtime: one API for the view of a tool on every host.
 *
 * Importing it connects: in the same task, listeners are installed and
 * `ui/initialize` is sent. It needs no `eval` and no network, and works under
 * `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'`.
 *
 * @module
 */
export { imageBlock, textBlock } from "./values/content.ts";
export type { Content, ContentBlock, LinkBlock, MediaBlock, ResourceBlock, TextBlock } from "./values/content.ts";
export { ViewError } from "./values/error.ts";
export type {
  ContainerDimensions,
  DisplayMode,
  HostContext,
  HostInfo,
  Platform,
  Theme,
  ToolResult,
  Transport,
  UserLocation,
} from "./values/types.ts";
export { context, onContext } from "./data/context.ts";
export { initialData } from "./data/initialdata.ts";
export { onToolCancelled, onToolInput, onToolInputPartial, toolCancelled, toolInput, toolInputPartial } from "./data/input.ts";
export { onToolResult, toolResult } from "./data/result.ts";
export { onTeardown } from "./data/teardown.ts";
export { subscribe } from "./data/topics.ts";
export { capabilities } from "./hosts/capabilities.ts";
export type { Capabilities } from "./hosts/features.ts";
export { detectPlatform, detectPlatformAsync, isHostEnvironment, isHostEnvironmentAsync } from "./hosts/detect.ts";
export { host, hostCapabilities, hostInfo } from "./hosts/host.ts";
export type { Host } from "./hosts/host.ts";
export { connected, forcePlatform, platform } from "./hosts/platform.ts";
export * from "./hosts/presets.ts";
export type { Optional } from "./hosts/support.ts";
export type { Progress, RequestOptions } from "./protocol/rpc.ts";
export type { Size } from "./page/reportsize.ts";
export { autoSize } from "./page/size.ts";
export { registerTool } from "./calls/registertool.ts";
export type { AppTool, AppToolHandler, AppToolResult, RegisteredTool } from "./calls/registertool.ts";
export type { CallArgs, InputOf, OutputOf, ToolTypes, TypedCallTool, ViewDataOf } from "./calls/tooltypes.ts";
export { live } from "./calls/live.ts";
export type { LiveOptions } from "./calls/live.ts";
export { callTool } from "./calls/calltool.ts";
export type { CallOptions } from "./calls/calltool.ts";
export { createMessage } from "./calls/createmessage.ts";
export type {
  SamplingBlock,
  SamplingMessage,
  SamplingParams,
  SamplingResult,
  ToolResultBlock,
  ToolUseBlock,
} from "./calls/createmessage.ts";
export { sendMessage } from "./calls/sendmessage.ts";
export type { MessageOptions } from "./calls/sendmessage.ts";
export { updateModelContext } from "./calls/updatemodelcontext.ts";
export type { ModelContext } from "./calls/updatemodelcontext.ts";
export { openLink } from "./calls/openlink.ts";
export type { LinkOptions } from "./calls/openlink.ts";
export { requestCheckout } from "./calls/requestcheckout.ts";
export type { CheckoutSession } from "./calls/requestcheckout.ts";
export { setOpenInAppUrl } from "./calls/setopeninappurl.ts";
export { requestClose } from "./calls/requestclose.ts";
export { requestModal } from "./calls/requestmodal.ts";
export type { CloseModal, ModalOptions } from "./calls/requestmodal.ts";
export { requestDisplayMode } from "./calls/requestdisplaymode.ts";
export { setSize } from "./calls/setsize.ts";
export { downloadFile } from "./calls/downloadfile.ts";
export type { Download } from "./calls/downloadfile.ts";
export { fileUrl } from "./calls/fileurl.ts";
export { selectFiles } from "./calls/selectfiles.ts";
export type { SelectedFile, SelectOptions } from "./calls/selectfiles.ts";
export { uploadFile } from "./calls/uploadfile.ts";
export type { UploadOptions } from "./calls/uploadfile.ts";
export { log } from "./calls/log.ts";
export type { LogLevel } from "./calls/log.ts";
export { getState, setState } from "./calls/setstate.ts";
export { readResource } from "./calls/readresource.ts";
export type { ResourceContents } from "./calls/readresource.ts";
export { createStore } from "./state/createstore.ts";
export type { Store, StoreOptions } from "./state/createstore.ts";
export { StateError } from "./state/storage.ts";
export type { StatePlace } from "./state/storage.ts";
export type { StoreStatus } from "./state/viewstate.ts";
export { tellModel } from "./model/tellmodel.ts";
export type { ModelState } from "./model/tellmodel.ts";

// Holds the handshake back, if the page uses it.
import "./protocol/introduce.ts";
// Last, so that what the modules above add is part of the handshake.
import "./start/start.ts";
