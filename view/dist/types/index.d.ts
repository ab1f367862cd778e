/**
 * The view runtime: one API for the view of a tool on every host.
 *
 * Importing it connects: in the same task, listeners are installed and
 * `ui/initialize` is sent. It needs no `eval` and no network, and works under
 * `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'`.
 *
 * @module
 */
export { registerTool } from "./apptools.js";
export type { AppTool, AppToolHandler, AppToolResult, RegisteredTool } from "./apptools.js";
export { capabilities } from "./capabilities.js";
export type { Capabilities } from "./capabilities.js";
export type { Optional } from "./capability.js";
export { requestCheckout } from "./checkout.js";
export type { CheckoutSession } from "./checkout.js";
export { requestClose } from "./close.js";
export { connected, hostCapabilities, hostInfo, platform } from "./connect.js";
export { imageBlock, textBlock } from "./content.js";
export type { Content, ContentBlock, LinkBlock, MediaBlock, ResourceBlock, TextBlock } from "./content.js";
export { context, onContext } from "./context.js";
export { detectPlatform, detectPlatformAsync, isHostEnvironment, isHostEnvironmentAsync } from "./detect.js";
export { requestDisplayMode } from "./display.js";
export { downloadFile } from "./download.js";
export type { Download } from "./download.js";
export { ViewError } from "./error.js";
export { fileUrl } from "./fileurl.js";
export { forcePlatform } from "./force.js";
export { host } from "./host.js";
export type { Host } from "./host.js";
export { initialData } from "./initial.js";
export { onToolCancelled, onToolInput, onToolInputPartial, toolCancelled, toolInput, toolInputPartial } from "./input.js";
export { openLink } from "./link.js";
export type { LinkOptions } from "./link.js";
export { live } from "./live.js";
export type { LiveOptions } from "./live.js";
export { log } from "./log.js";
export type { LogLevel } from "./log.js";
export { sendMessage } from "./message.js";
export type { MessageOptions } from "./message.js";
export { updateModelContext } from "./modelcontext.js";
export type { ModelContext } from "./modelcontext.js";
export { requestModal } from "./modal.js";
export type { CloseModal, ModalOptions } from "./modal.js";
export { setOpenInAppUrl } from "./openinapp.js";
export * from "./presets.js";
export { readResource } from "./resource.js";
export type { ResourceContents } from "./resource.js";
export { onToolResult, toolResult } from "./result.js";
export type { Progress, RequestOptions } from "./rpc.js";
export { createMessage } from "./sampling.js";
export type { SamplingBlock, SamplingMessage, SamplingParams, SamplingResult, ToolResultBlock, ToolUseBlock, } from "./sampling.js";
export { selectFiles } from "./select.js";
export type { SelectedFile, SelectOptions } from "./select.js";
export { setSize } from "./setsize.js";
export { autoSize } from "./size.js";
export type { Size } from "./report.js";
export { getState, setState } from "./state.js";
export { subscribe } from "./store.js";
export { onTeardown } from "./teardown.js";
export { callTool } from "./tools.js";
export type { CallOptions } from "./tools.js";
export type { CallArgs, InputOf, OutputOf, ToolTypes, TypedCallTool, ViewDataOf } from "./typed.js";
export type { ContainerDimensions, DisplayMode, HostContext, HostInfo, Platform, Theme, ToolResult, Transport, UserLocation, } from "./types.js";
export { uploadFile } from "./upload.js";
export type { UploadOptions } from "./upload.js";
export { createStore } from "./createstore.js";
export type { Store, StoreOptions } from "./createstore.js";
export { StateError } from "./keep.js";
export type { StatePlace } from "./keep.js";
export type { StoreStatus } from "./kept.js";
export { tellModel } from "./tellmodel.js";
export type { ModelState } from "./tellmodel.js";
import "./introduce.js";
import "./start.js";
