// chatgpt/native.ts
import { toViewError, ViewError } from "../values/error.js";
import { openai as find } from "../hosts/openai.js";
import { ViewError as ViewError2 } from "../values/error.js";
var isChatGPT = () => !!find();
var openai = () => {
  const found = find();
  if (!found)
    throw new ViewError(-32601, "No ChatGPT here: window.openai is missing. For other hosts, import from @oriel/view");
  return found;
};
var onGlobals = (fn) => {
  const hear = (event) => fn(event.detail?.globals ?? {});
  addEventListener("openai:set_globals", hear);
  return () => removeEventListener("openai:set_globals", hear);
};
var call = (name, args) => {
  const target = openai();
  if (typeof target[name] != "function") throw new ViewError(-32601, `This ChatGPT has no ${name}`);
  try {
    return target[name](...args);
  } catch (error) {
    throw toViewError(error);
  }
};
var method = (name) => Object.assign((...args) => call(name, args), {
  isSupported: () => typeof find()?.[name] == "function"
});
var promised = (name) => {
  const now = method(name);
  return Object.assign(
    async (...args) => {
      try {
        return await now(...args);
      } catch (error) {
        throw error instanceof ViewError ? error : toViewError(error);
      }
    },
    { isSupported: now.isSupported }
  );
};
var callTool = /* @__PURE__ */ promised("callTool");
var sendFollowUpMessage = /* @__PURE__ */ promised("sendFollowUpMessage");
var setWidgetState = /* @__PURE__ */ method("setWidgetState");
var uploadFile = /* @__PURE__ */ promised("uploadFile");
var selectFiles = /* @__PURE__ */ promised("selectFiles");
var getFileDownloadUrl = /* @__PURE__ */ promised("getFileDownloadUrl");
var requestDisplayMode = /* @__PURE__ */ promised("requestDisplayMode");
var requestModal = /* @__PURE__ */ promised("requestModal");
var requestClose = /* @__PURE__ */ promised("requestClose");
var notifyIntrinsicHeight = /* @__PURE__ */ method("notifyIntrinsicHeight");
var openExternal = /* @__PURE__ */ promised("openExternal");
var setOpenInAppUrl = /* @__PURE__ */ promised("setOpenInAppUrl");
var requestCheckout = /* @__PURE__ */ promised("requestCheckout");
export {
  ViewError2 as ViewError,
  callTool,
  getFileDownloadUrl,
  isChatGPT,
  notifyIntrinsicHeight,
  onGlobals,
  openExternal,
  openai,
  requestCheckout,
  requestClose,
  requestDisplayMode,
  requestModal,
  selectFiles,
  sendFollowUpMessage,
  setOpenInAppUrl,
  setWidgetState,
  uploadFile
};
