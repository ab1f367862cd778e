// A view on our runtime.

import {
  callTool,
  connected,
  createMessage,
  downloadFile,
  fileUrl,
  getState,
  hostInfo,
  imageBlock,
  live,
  log,
  onContext,
  onTeardown,
  onToolCancelled,
  onToolInput,
  onToolInputPartial,
  onToolResult,
  openLink,
  readResource,
  registerTool,
  requestCheckout,
  requestClose,
  requestDisplayMode,
  requestModal,
  sendMessage,
  setOpenInAppUrl,
  setState,
  textBlock,
  updateModelContext,
  uploadFile,
} from "@oriel/view";
import { offer, seen } from "./page.ts";

seen.dresses = true;
onToolInput((input) => {
  seen.input = input;
});
onToolInputPartial((input) => {
  seen.partial = input;
});
onToolResult((result) => {
  seen.result = result.data;
  seen.text = result.text;
  seen.viewData = result.viewData;
});
onToolCancelled((reason) => {
  seen.cancelled = reason ?? "";
});
onContext(({ theme, displayMode, containerDimensions }) => {
  seen.theme = theme;
  seen.displayMode = displayMode;
  seen.maxHeight = containerDimensions?.maxHeight;
});
onTeardown(async () => {
  seen.ended = true;
  await callTool("farewell", { from: hostInfo()?.name ?? "" });
});

registerTool({ name: "halve", inputSchema: { type: "object", properties: { n: { type: "number" } } } }, ({ n }: { n?: number }) => {
  seen.halved = true;
  return { content: `half is ${n! / 2}`, data: { n: n! / 2 } };
});
console.info = (...printed) => {
  seen.printed = printed;
};
// What a sandbox does with a download of the page's own is not our affair.
HTMLAnchorElement.prototype.click = function () {
  seen.saved = this.download;
};

const upload = async () => (await uploadFile(new File(["hello"], "a.txt", { type: "text/plain" }))).fileId;

offer({
  upload,
  fileLink: async () => new URL(await fileUrl(await upload())).protocol,
  download: (name, data) => downloadFile({ name, mimeType: "text/csv", data }),
  modal: (title) =>
    requestModal({
      title,
      content: (root, close) => {
        root.textContent = "Really?";
        seen.asked = true;
        close("done");
      },
    }),
  call: async (n) => (await callTool("double", { n })).data,
  message: (text) => sendMessage(text),
  link: (url) =>
    openLink(url).then(
      () => "opened",
      () => "refused",
    ),
  mode: (mode) => requestDisplayMode(mode as "inline"),
  async slow() {
    const heard: number[] = [];
    await callTool("slow", {}, { onProgress: ({ progress }) => heard.push(progress) });
    return heard;
  },
  async stop() {
    const end = new AbortController();
    const call = callTool("hangs", {}, { signal: end.signal });
    setTimeout(() => end.abort(new Error("enough")), 150);
    return call.catch(({ message }) => message);
  },
  /** Resolves with the second result of a tool that is called again and again. */
  live: (n) =>
    new Promise((resolve) => {
      let count = 0;
      const stop = live<{ n: number }>("double", { args: { n }, interval: 20 }, ({ data }) => {
        if (++count < 2) return;
        stop();
        resolve(data);
      });
    }),
  read: async (uri) => (await readResource(uri))[0]?.text,
  blocks: (text, picture) => sendMessage([textBlock(text), imageBlock(picture, "image/png")]),
  context: (text, data) => updateModelContext({ content: text, data }),
  log: (text) => log("info", text),
  sample: async (text) =>
    (await createMessage({ maxTokens: 100, messages: [{ role: "user", content: { type: "text", text } }] })).content,
  openInApp: (url) => setOpenInAppUrl(url),
  checkout: (session) => requestCheckout(session),
  close: () => requestClose(),
  keep(state) {
    setState(state);
    return getState();
  },
});

connected.then(
  (platform) => {
    seen.platform = platform;
    seen.host = hostInfo();
  },
  (error) => {
    seen.failed = String(error);
  },
);
