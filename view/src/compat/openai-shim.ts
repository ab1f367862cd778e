import { callTool } from "./calls.ts";
import { globals, metadata } from "./globals.ts";
import { requestCheckout } from "../calls/requestcheckout.ts";
import { requestClose } from "../calls/requestclose.ts";
import { aliases } from "../data/context.ts";
import { requestDisplayMode } from "../calls/requestdisplaymode.ts";
import { openLink } from "../calls/openlink.ts";
import { sendMessage } from "../calls/sendmessage.ts";
import type { Loose } from "../values/unchecked.ts";
import { openai as hosts } from "../hosts/openai.ts";
import { setSize } from "../calls/setsize.ts";
import { setState } from "../calls/setstate.ts";
import { subscribe } from "../data/topics.ts";
import { update } from "./update.ts";

/** A page that ignores the promise gets no unhandled rejection. */
const quiet = (promise: Promise<unknown>) => {
  promise.catch(() => {});
  return promise;
};

/** Older pages give the value itself where newer ones give an object with it. */
const named = (name: string, call: (value: any) => Promise<unknown>) => (given: any) =>
  quiet(call(given?.[name] ?? given));

const dispatch = (name: string, detail: object) => dispatchEvent(new CustomEvent(`openai:${name}`, { detail }));

const state = (): Loose => {
  const { safeAreaInsets, platform, deviceCapabilities, ...known } = globals();
  return {
    previousDisplayMode: null,
    view: { mode: "inline", params: null },
    userLocation: null,
    ...known,
    toolResponseMetadata: metadata(),
    safeArea: { insets: safeAreaInsets ?? { top: 0, right: 0, bottom: 0, left: 0 } },
    userAgent: {
      device: { type: platform == "mobile" ? platform : "desktop" },
      capabilities: { hover: !navigator.maxTouchPoints, touch: !!navigator.maxTouchPoints, ...deviceCapabilities },
    },
  };
};

/**
 * `window.openai` for pages written for ChatGPT, on hosts that lack it; the host's
 * own, at the start or whenever it comes, is left alone.
 *
 * Methods for files and modals are missing, as in a ChatGPT without them: pages check
 * for them before they call them.
 */
export const shim = (): boolean => {
  const page: Loose = globalThis;
  const native = hosts();
  if (native) {
    page.openai = native;
    return false;
  }
  const sendFollowUpMessage = named("prompt", sendMessage);
  const openai: Loose = {
    // By this our runtime knows it from a host's.
    oriel: true,
    callTool: (name: string, args?: object | null) =>
      quiet(
        callTool(name, args).then((result) => {
          dispatch("tool_response", { tool: { name, args } });
          return result;
        }),
      ),
    sendFollowUpMessage,
    sendFollowupTurn: sendFollowUpMessage,
    setWidgetState: setState,
    requestDisplayMode: named("mode", (mode) => requestDisplayMode(aliases[mode] ?? mode).then((mode) => ({ mode }))),
    requestClose: () => quiet(requestClose()),
    notifyIntrinsicHeight: (height: number) => setSize({ height }),
    openExternal: named("href", openLink),
    setOpenInAppUrl() {},
    requestCheckout,
  };
  update(openai, state());
  page.webplus = page.oai = page.openai = openai;
  subscribe(() => {
    const changed = update(openai, state());
    if (Object.keys(changed)[0] && page.openai == openai) dispatch("set_globals", { globals: changed });
  });
  return true;
};
