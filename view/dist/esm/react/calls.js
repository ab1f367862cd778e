// react/calls.ts
import { requestCheckout } from "../checkout.js";
import { requestClose } from "../close.js";
import { openLink } from "../link.js";
import { log } from "../log.js";
import { sendMessage } from "../message.js";
import { requestModal } from "../modal.js";
import { updateModelContext } from "../modelcontext.js";
import { readResource } from "../resource.js";
import { createMessage } from "../sampling.js";
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
