// Generated from ../react by tools/assets. DO NOT EDIT.
import type { Optional } from "../hosts/support.ts";
import { requestCheckout } from "../calls/requestcheckout.ts";
import { requestClose } from "../calls/requestclose.ts";
import { openLink } from "../calls/openlink.ts";
import { log } from "../calls/log.ts";
import { sendMessage } from "../calls/sendmessage.ts";
import { requestModal } from "../calls/requestmodal.ts";
import { updateModelContext } from "../calls/updatemodelcontext.ts";
import { readResource } from "../calls/readresource.ts";
import { createMessage } from "../calls/createmessage.ts";
import { useSupported } from "./read.ts";

/** A hook that gives a call, under a name, and whether the host has it. */
const offers =
  <N extends string, F>(name: N, call: Optional<F>) =>
  () =>
    ({ isSupported: useSupported(call), [name]: call }) as { isSupported: boolean } & Record<N, Optional<F>>;

/**
 * Puts a message into the conversation, as the user.
 *
 * @returns The call {@link sendMessage}, and whether the host has it.
 * @example
 * function Compare() {
 *   const { isSupported, sendMessage } = useSendMessage();
 *   return <button hidden={!isSupported} onClick={() => sendMessage("Compare it with Porto")}>Compare</button>;
 * }
 */
export const useSendMessage: () => { isSupported: boolean; sendMessage: typeof sendMessage } =
  /* @__PURE__ */ offers("sendMessage", sendMessage);

/**
 * Opens a page outside the view. Without a host it opens in a new tab.
 *
 * @returns The call {@link openLink}, and whether the host has it.
 * @example
 * function More() {
 *   const { openLink } = useOpenLink();
 *   return <button onClick={() => openLink("https://example.com/")}>More</button>;
 * }
 */
export const useOpenLink: () => { isSupported: boolean; openLink: typeof openLink } =
  /* @__PURE__ */ offers("openLink", openLink);

/**
 * Asks the host to close the view. `isSupported` is true where it is sure to.
 *
 * @returns The call {@link requestClose}, and whether the host has it.
 * @example
 * function Done() {
 *   const { isSupported, close } = useClose();
 *   return <button hidden={!isSupported} onClick={() => close()}>Done</button>;
 * }
 */
export const useClose: () => { isSupported: boolean; close: typeof requestClose } =
  /* @__PURE__ */ offers("close", requestClose);

/**
 * Shows a modal: the host's own, which `isSupported` speaks of, or a dialog in the
 * view.
 *
 * @returns The call {@link requestModal}, and whether the host has modals.
 * @example
 * function Help() {
 *   const { open } = useModal();
 *   const show = () => open({ title: "Help", content: (root) => root.append("Press a day.") });
 *   return <button onClick={show}>Help</button>;
 * }
 */
export const useModal: () => { isSupported: boolean; open: typeof requestModal } =
  /* @__PURE__ */ offers("open", requestModal);

/**
 * Writes into the log of the host, which is for developers. A host without one
 * leaves it to the browser's console.
 *
 * @returns The call {@link log}, and whether the host keeps a log.
 * @example
 * function Slow() {
 *   const { log } = useLog();
 *   return <button onClick={() => log("warning", { slow: true })}>It is slow</button>;
 * }
 */
export const useLog: () => { isSupported: boolean; log: typeof log } = /* @__PURE__ */ offers("log", log);

/**
 * Tells the model what the user sees, for its next answer.
 *
 * @returns The call {@link updateModelContext}, and whether the host has it.
 * @example
 * function Pick() {
 *   const { updateContext } = useModelContext();
 *   return <button onClick={() => updateContext({ content: "The user picked Lisbon" })}>Lisbon</button>;
 * }
 */
export const useModelContext: () => { isSupported: boolean; updateContext: typeof updateModelContext } =
  /* @__PURE__ */ offers("updateContext", updateModelContext);

/**
 * Another name of {@link useModelContext}.
 *
 * @example
 * function Pick() {
 *   const { updateContext } = useUpdateModelContext();
 *   return <button onClick={() => updateContext({ data: { city: "Lisbon" } })}>Lisbon</button>;
 * }
 */
export const useUpdateModelContext: typeof useModelContext = useModelContext;

/**
 * Reads resources of the app's server.
 *
 * @returns The call {@link readResource}, and whether the host has it.
 * @example
 * function Notes() {
 *   const { isSupported, readResource } = useReadResource();
 *   const [text, setText] = useState("");
 *   const load = async () => setText((await readResource("notes://today"))[0]?.text ?? "");
 *   return <button disabled={!isSupported} onClick={load}>{text || "Load"}</button>;
 * }
 */
export const useReadResource: () => { isSupported: boolean; readResource: typeof readResource } =
  /* @__PURE__ */ offers("readResource", readResource);

/**
 * Asks the host's model.
 *
 * @returns The call {@link createMessage}, and whether the host has it.
 * @example
 * import { textBlock } from "@oriel/view";
 *
 * function Haiku() {
 *   const { isSupported, createMessage } = useSampling();
 *   const ask = () =>
 *     createMessage({ messages: [{ role: "user", content: textBlock("A haiku about Lisbon") }], maxTokens: 100 });
 *   return <button hidden={!isSupported} onClick={ask}>Haiku</button>;
 * }
 */
export const useSampling: () => { isSupported: boolean; createMessage: typeof createMessage } =
  /* @__PURE__ */ offers("createMessage", createMessage);

/**
 * Lets the user pay, in a sheet of the host's own. ChatGPT's alone.
 *
 * @returns The call {@link requestCheckout}, and whether the host has it.
 * @example
 * function Pay() {
 *   const { isSupported, requestCheckout } = useCheckout();
 *   return <button hidden={!isSupported} onClick={() => requestCheckout({ id: "cart-7" })}>Pay</button>;
 * }
 */
export const useCheckout: () => { isSupported: boolean; requestCheckout: typeof requestCheckout } =
  /* @__PURE__ */ offers("requestCheckout", requestCheckout);
