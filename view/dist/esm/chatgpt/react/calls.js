// chatgpt/react/calls.ts
import { context } from "../../data/context.js";
import { requestDisplayMode } from "../../calls/requestdisplaymode.js";
import { getState, setState } from "../../calls/setstate.js";
import {
  callTool,
  getFileDownloadUrl,
  openExternal,
  requestCheckout,
  requestClose,
  requestModal,
  selectFiles,
  sendFollowUpMessage,
  setOpenInAppUrl,
  uploadFile
} from "../native.js";
import { useCallback, useRead } from "./library.js";
var useDisplayMode = () => [
  useRead(() => context().displayMode ?? "inline"),
  requestDisplayMode
];
function useWidgetState(initial = null) {
  const kept = useRead(() => getState());
  const set = useCallback((state) => {
    setState(typeof state === "function" ? state(getState() ?? initial) : state);
  }, []);
  return [kept ?? initial, set];
}
var useCallTool = () => callTool;
var openLink = (url, options) => openExternal({ href: url, ...options });
var useOpenLink = () => openLink;
var sendMessage = (prompt, options) => sendFollowUpMessage({ prompt, ...options });
var useSendMessage = () => sendMessage;
var useUploadFile = () => uploadFile;
var files = { uploadFile, selectFiles, getFileDownloadUrl };
var useFiles = () => files;
var useRequestModal = () => requestModal;
var useClose = () => requestClose;
var useOpenInAppUrl = () => setOpenInAppUrl;
var useCheckout = () => requestCheckout;
export {
  useCallTool,
  useCheckout,
  useClose,
  useDisplayMode,
  useFiles,
  useOpenInAppUrl,
  useOpenLink,
  useRequestModal,
  useSendMessage,
  useUploadFile,
  useWidgetState
};
