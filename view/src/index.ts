/**
 * The view runtime: one API for the view of a tool on every host.
 *
 * Importing it connects: in the same task, listeners are installed and
 * `ui/initialize` is sent. It needs no `eval` and no network, and works under
 * `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'`.
 *
 * @module
 */
export { registerTool } from "./apptools.ts";
export type { AppTool, AppToolHandler, AppToolResult, RegisteredTool } from "./apptools.ts";
export { capabilities } from "./capabilities.ts";
export type { Capabilities } from "./capabilities.ts";
export type { Optional } from "./capability.ts";
export { requestCheckout } from "./checkout.ts";
export type { CheckoutSession } from "./checkout.ts";
export { requestClose } from "./close.ts";
export { connected, hostCapabilities, hostInfo, platform } from "./connect.ts";
export { imageBlock, textBlock } from "./content.ts";
export type { Content, ContentBlock, LinkBlock, MediaBlock, ResourceBlock, TextBlock } from "./content.ts";
export { context, onContext } from "./context.ts";
export { detectPlatform, detectPlatformAsync, isHostEnvironment, isHostEnvironmentAsync } from "./detect.ts";
export { requestDisplayMode } from "./display.ts";
export { downloadFile } from "./download.ts";
export type { Download } from "./download.ts";
export { ViewError } from "./error.ts";
export { fileUrl } from "./fileurl.ts";
export { forcePlatform } from "./force.ts";
export { host } from "./host.ts";
export type { Host } from "./host.ts";
export { initialData } from "./initial.ts";
export { onToolCancelled, onToolInput, onToolInputPartial, toolCancelled, toolInput, toolInputPartial } from "./input.ts";
export { openLink } from "./link.ts";
export type { LinkOptions } from "./link.ts";
export { live } from "./live.ts";
export type { LiveOptions } from "./live.ts";
export { log } from "./log.ts";
export type { LogLevel } from "./log.ts";
export { sendMessage } from "./message.ts";
export type { MessageOptions } from "./message.ts";
export { updateModelContext } from "./modelcontext.ts";
export type { ModelContext } from "./modelcontext.ts";
export { requestModal } from "./modal.ts";
export type { CloseModal, ModalOptions } from "./modal.ts";
export { setOpenInAppUrl } from "./openinapp.ts";
export * from "./presets.ts";
export { readResource } from "./resource.ts";
export type { ResourceContents } from "./resource.ts";
export { onToolResult, toolResult } from "./result.ts";
export type { Progress, RequestOptions } from "./rpc.ts";
export { createMessage } from "./sampling.ts";
export type {
  SamplingBlock,
  SamplingMessage,
  SamplingParams,
  SamplingResult,
  ToolResultBlock,
  ToolUseBlock,
} from "./sampling.ts";
export { selectFiles } from "./select.ts";
export type { SelectedFile, SelectOptions } from "./select.ts";
export { setSize } from "./setsize.ts";
export { autoSize } from "./size.ts";
export type { Size } from "./report.ts";
export { getState, setState } from "./state.ts";
export { subscribe } from "./store.ts";
export { onTeardown } from "./teardown.ts";
export { callTool } from "./tools.ts";
export type { CallOptions } from "./tools.ts";
export type { CallArgs, InputOf, OutputOf, ToolTypes, TypedCallTool, ViewDataOf } from "./typed.ts";
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
} from "./types.ts";
export { uploadFile } from "./upload.ts";
export type { UploadOptions } from "./upload.ts";
export { createStore } from "./createstore.ts";
export type { Store, StoreOptions } from "./createstore.ts";
export { StateError } from "./keep.ts";
export type { StatePlace } from "./keep.ts";
export type { StoreStatus } from "./kept.ts";
export { tellModel } from "./tellmodel.ts";
export type { ModelState } from "./tellmodel.ts";

// Where something uses it, it has to be there before the handshake.
import "./introduce.ts";
// Last, so that whatever the modules above declare is part of the handshake.
import "./start.ts";
