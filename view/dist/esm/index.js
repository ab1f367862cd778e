// index.ts
import { imageBlock, textBlock } from "./values/content.js";
import { ViewError } from "./values/error.js";
import { context, onContext } from "./data/context.js";
import { initialData } from "./data/initialdata.js";
import { onToolCancelled, onToolInput, onToolInputPartial, toolCancelled, toolInput, toolInputPartial } from "./data/input.js";
import { onToolResult, toolResult } from "./data/result.js";
import { onTeardown } from "./data/teardown.js";
import { subscribe } from "./data/topics.js";
import { capabilities } from "./hosts/capabilities.js";
import { detectPlatform, detectPlatformAsync, isHostEnvironment, isHostEnvironmentAsync } from "./hosts/detect.js";
import { host, hostCapabilities, hostInfo } from "./hosts/host.js";
import { connected, forcePlatform, platform } from "./hosts/platform.js";
export * from "./hosts/presets.js";
import { autoSize } from "./page/size.js";
import { registerTool } from "./calls/registertool.js";
import { live } from "./calls/live.js";
import { callTool } from "./calls/calltool.js";
import { createMessage } from "./calls/createmessage.js";
import { sendMessage } from "./calls/sendmessage.js";
import { updateModelContext } from "./calls/updatemodelcontext.js";
import { openLink } from "./calls/openlink.js";
import { requestCheckout } from "./calls/requestcheckout.js";
import { setOpenInAppUrl } from "./calls/setopeninappurl.js";
import { requestClose } from "./calls/requestclose.js";
import { requestModal } from "./calls/requestmodal.js";
import { requestDisplayMode } from "./calls/requestdisplaymode.js";
import { setSize } from "./calls/setsize.js";
import { downloadFile } from "./calls/downloadfile.js";
import { fileUrl } from "./calls/fileurl.js";
import { selectFiles } from "./calls/selectfiles.js";
import { uploadFile } from "./calls/uploadfile.js";
import { log } from "./calls/log.js";
import { getState, setState } from "./calls/setstate.js";
import { readResource } from "./calls/readresource.js";
import { createStore } from "./state/createstore.js";
import { StateError } from "./state/storage.js";
import { tellModel } from "./model/tellmodel.js";
import "./protocol/introduce.js";
import "./start/start.js";
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
