// index.ts
import { registerTool } from "./apptools.js";
import { capabilities } from "./capabilities.js";
import { requestCheckout } from "./checkout.js";
import { requestClose } from "./close.js";
import { connected, hostCapabilities, hostInfo, platform } from "./connect.js";
import { imageBlock, textBlock } from "./content.js";
import { context, onContext } from "./context.js";
import { detectPlatform, detectPlatformAsync, isHostEnvironment, isHostEnvironmentAsync } from "./detect.js";
import { requestDisplayMode } from "./display.js";
import { downloadFile } from "./download.js";
import { ViewError } from "./error.js";
import { fileUrl } from "./fileurl.js";
import { forcePlatform } from "./force.js";
import { host } from "./host.js";
import { initialData } from "./initial.js";
import { onToolCancelled, onToolInput, onToolInputPartial, toolCancelled, toolInput, toolInputPartial } from "./input.js";
import { openLink } from "./link.js";
import { live } from "./live.js";
import { log } from "./log.js";
import { sendMessage } from "./message.js";
import { updateModelContext } from "./modelcontext.js";
import { requestModal } from "./modal.js";
import { setOpenInAppUrl } from "./openinapp.js";
export * from "./presets.js";
import { readResource } from "./resource.js";
import { onToolResult, toolResult } from "./result.js";
import { createMessage } from "./sampling.js";
import { selectFiles } from "./select.js";
import { setSize } from "./setsize.js";
import { autoSize } from "./size.js";
import { getState, setState } from "./state.js";
import { subscribe } from "./store.js";
import { onTeardown } from "./teardown.js";
import { callTool } from "./tools.js";
import { uploadFile } from "./upload.js";
import { createStore } from "./createstore.js";
import { StateError } from "./keep.js";
import { tellModel } from "./tellmodel.js";
import "./introduce.js";
import "./start.js";
export {
  StateError,
  ViewError,
  autoSize,
  callTool,
  capabilities,
  connected,
  context,
  createMessage,
  createStore,
  detectPlatform,
  detectPlatformAsync,
  downloadFile,
  fileUrl,
  forcePlatform,
  getState,
  host,
  hostCapabilities,
  hostInfo,
  imageBlock,
  initialData,
  isHostEnvironment,
  isHostEnvironmentAsync,
  live,
  log,
  onContext,
  onTeardown,
  onToolCancelled,
  onToolInput,
  onToolInputPartial,
  onToolResult,
  openLink,
  platform,
  readResource,
  registerTool,
  requestCheckout,
  requestClose,
  requestDisplayMode,
  requestModal,
  selectFiles,
  sendMessage,
  setOpenInAppUrl,
  setSize,
  setState,
  subscribe,
  tellModel,
  textBlock,
  toolCancelled,
  toolInput,
  toolInputPartial,
  toolResult,
  updateModelContext,
  uploadFile
};
