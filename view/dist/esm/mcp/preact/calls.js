// mcp/preact/calls.ts
import { toBlocks } from "../../values/content.js";
import { context } from "../../data/context.js";
import {
  callServerTool,
  downloadFile,
  openLink as openUrl,
  readServerResource,
  requestDisplayMode,
  requestTeardown,
  sendLog,
  sendMessage as send,
  updateModelContext
} from "../calls.js";
import { useRead } from "./library.js";
var setMode = async (mode) => (await requestDisplayMode({ mode })).mode;
var useDisplayMode = () => [
  useRead(() => context().displayMode ?? "inline"),
  setMode
];
var callTool = (name, args = {}, options) => callServerTool({ name, arguments: args }, options);
var useCallTool = () => callTool;
var readResource = async (uri, options) => [(await readServerResource({ uri }, options)).contents ?? []].flat();
var useReadResource = () => readResource;
var openLink = (url) => openUrl({ url });
var useOpenLink = () => openLink;
var sendMessage = (content) => send({ role: "user", content: toBlocks(content) });
var useSendMessage = () => sendMessage;
var useUpdateModelContext = () => updateModelContext;
var useModelContext = useUpdateModelContext;
var log = (level, data, logger) => sendLog({ level, data, ...logger !== void 0 && { logger } });
var useLog = () => log;
var useDownloadFile = () => downloadFile;
var useClose = () => requestTeardown;
export {
  useCallTool,
  useClose,
  useDisplayMode,
  useDownloadFile,
  useLog,
  useModelContext,
  useOpenLink,
  useReadResource,
  useSendMessage,
  useUpdateModelContext
};
