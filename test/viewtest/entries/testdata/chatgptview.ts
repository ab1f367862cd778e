import * as chatgpt from "@oriel/view/chatgpt";
import { Boundary, h, show } from "ui";

/** What the hooks gave at the last render. */
export const seen: { now: Record<string, any>; renders: number } = { now: {}, renders: 0 };

const View = () => {
  const [mode, setMode] = chatgpt.useDisplayMode();
  const [state, setState] = chatgpt.useWidgetState({ tab: 0 });
  const functions = {
    setMode,
    setState,
    callTool: chatgpt.useCallTool(),
    openLink: chatgpt.useOpenLink(),
    sendMessage: chatgpt.useSendMessage(),
    uploadFile: chatgpt.useUploadFile(),
    files: chatgpt.useFiles(),
    requestModal: chatgpt.useRequestModal(),
    close: chatgpt.useClose(),
    setOpenInAppUrl: chatgpt.useOpenInAppUrl(),
    checkout: chatgpt.useCheckout(),
  };
  seen.renders++;
  seen.now = {
    ...functions,
    mode,
    state,
    theme: chatgpt.useTheme(),
    input: chatgpt.useToolInput<{ city: string }>(),
    output: chatgpt.useToolOutput<{ high: number }>(),
    result: chatgpt.useToolResult(),
    metadata: chatgpt.useToolResponseMetadata(),
    context: chatgpt.useHostContext(),
    maxHeight: chatgpt.useMaxHeight(),
    safeArea: chatgpt.useSafeArea(),
    locale: chatgpt.useLocale(),
    userAgent: chatgpt.useUserAgent(),
    view: chatgpt.useView(),
    previous: chatgpt.usePreviousDisplayMode(),
    whole: chatgpt.useOpenAI(),
    kept: chatgpt.useOpenAIGlobal("widgetState"),
  };
  return h("p", null, `${seen.now.theme} ${seen.now.input?.city ?? "?"} ${seen.now.output?.high ?? "?"} ${state.tab}`);
};

const fallback = location.search === "?host=lost" ? undefined : "Open this in ChatGPT";
export const hide = show(h(Boundary, null, h(chatgpt.ChatGPTProvider, { fallback }, h(View, null))));
