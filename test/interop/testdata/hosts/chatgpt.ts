// ChatGPT's script inside the frame, as far as a view can tell: it runs before
// the view's own, sets window.openai, and what is called there goes to the host
// in messages that a view never sees. The test defines LATE, in ms, for a host
// whose object comes after the view's scripts; and APPROVED, whether the input
// is there from the start.

declare const LATE: number;
declare const APPROVED: boolean;

{
  const waiting = new Map<number, [(value: unknown) => void, (error: Error) => void]>();
  let count = 0;
  const call = (method: string, ...args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.set(++count, [resolve, reject]);
      parent.postMessage({ chatgpt: method, id: count, args }, "*");
    });

  const openai: Record<string, any> = {
    toolInput: APPROVED ? { city: "Lisbon" } : null,
    toolOutput: null,
    toolResponseMetadata: null,
    widgetState: null,
    theme: "light",
    displayMode: "inline",
    maxHeight: 2000,
    safeArea: { insets: { top: 0, right: 0, bottom: 0, left: 0 } },
    view: { mode: "inline", params: null },
    userAgent: { device: { type: "desktop" }, capabilities: { hover: true, touch: false } },
    locale: "pt-PT",

    callTool: (name: string, args: object) => call("callTool", name, args),
    sendFollowUpMessage: (message: object) => call("sendFollowUpMessage", message),
    uploadFile: (file: File, options?: object) => call("uploadFile", file, options),
    selectFiles: () => call("selectFiles"),
    getFileDownloadUrl: (file: object) => call("getFileDownloadUrl", file),
    requestDisplayMode: (wish: object) => call("requestDisplayMode", wish),
    requestModal: (modal: object) => call("requestModal", modal),
    requestCheckout: (session: object) => call("requestCheckout", session),
    openExternal: (link: object) => void call("openExternal", link),
    setOpenInAppUrl: (link: object) => void call("setOpenInAppUrl", link),
    requestClose: () => void call("requestClose"),
    notifyIntrinsicHeight: (height: number) => void call("notifyIntrinsicHeight", height),
    setWidgetState(state: unknown) {
      openai.widgetState = state;
      void call("setWidgetState", state);
    },
  };

  addEventListener(
    "message",
    (event) => {
      const { data, source } = event;
      if (source !== parent || !data?.chatgpt) return;
      event.stopImmediatePropagation();
      if (data.chatgpt === "globals") {
        Object.assign(openai, data.globals);
        dispatchEvent(new CustomEvent("openai:set_globals", { detail: { globals: data.globals } }));
      } else {
        const [resolve, reject] = waiting.get(data.id) ?? [];
        waiting.delete(data.id);
        if (data.error === undefined) resolve?.(data.value);
        else reject?.(new Error(data.error));
      }
    },
    true,
  );

  const install = () => {
    Object.assign(globalThis, { openai });
    document.documentElement.lang = openai.locale;
    if (LATE) dispatchEvent(new CustomEvent("openai:set_globals", { detail: { globals: { ...openai } } }));
    parent.postMessage({ chatgpt: "installed" }, "*");
  };
  if (LATE) setTimeout(install, LATE);
  else install();
}
