// preact/calls.ts
import { requestCheckout } from "../calls/requestcheckout.js";
import { requestClose } from "../calls/requestclose.js";
import { openLink } from "../calls/openlink.js";
import { log } from "../calls/log.js";
import { sendMessage } from "../calls/sendmessage.js";
import { requestModal } from "../calls/requestmodal.js";
import { updateModelContext } from "../calls/updatemodelcontext.js";
import { readResource } from "../calls/readresource.js";
import { createMessage } from "../calls/createmessage.js";
import { useSupported } from "./read.js";
var offers = (name, call) => () => ({ isSupported: useSupported(call), [name]: call });
var useSendMessage = /* @__PURE__ */ offers("sendMessage", sendMessage);
var useOpenLink = /* @__PURE__ */ offers("openLink", openLink);
var useClose = /* @__PURE__ */ offers("close", requestClose);
var useModal = /* @__PURE__ */ offers("open", requestModal);
var useLog = /* @__PURE__ */ offers("log", log);
var useModelContext = /* @__PURE__ */ offers("updateContext", updateModelContext);
var useUpdateModelContext = useModelContext;
var useReadResource = /* @__PURE__ */ offers("readResource", readResource);
var useSampling = /* @__PURE__ */ offers("createMessage", createMessage);
var useCheckout = /* @__PURE__ */ offers("requestCheckout", requestCheckout);
export {
  useCheckout,
  useClose,
  useLog,
  useModal,
  useModelContext,
  useOpenLink,
  useReadResource,
  useSampling,
  useSendMessage,
  useUpdateModelContext
};
