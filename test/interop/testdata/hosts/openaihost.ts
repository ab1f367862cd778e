// The host's end of window.openai, for the hosts that have it.

import { callTool, resize, seen, view } from "./page.ts";

const post = (message: object) => view.postMessage(message, "*");

/** Changes globals of window.openai, as ChatGPT does: those that changed, with an event. */
export const setGlobals = (globals: object): void => post({ chatgpt: "globals", globals });

const calls: Record<string, (...args: any[]) => unknown> = {
  callTool: (name, args) => callTool({ name, arguments: args }),
  sendFollowUpMessage({ prompt }) {
    if (typeof prompt !== "string") throw new Error("a prompt is needed");
    seen.message = { role: "user", content: [{ type: "text", text: prompt }] };
  },
  async uploadFile(file: File) {
    seen.upload = { name: file.name, type: file.type, text: await file.text() };
    return { fileId: "file_1" };
  },
  selectFiles: () => [{ fileId: "file_2", fileName: "b.txt", mimeType: "text/plain" }],
  getFileDownloadUrl: ({ fileId }) => ({ downloadUrl: `https://files.example/${fileId}` }),
  requestDisplayMode({ mode }) {
    setGlobals({ displayMode: mode });
    return { mode };
  },
  requestModal(modal) {
    seen.modal = modal;
  },
  requestCheckout(session) {
    seen.checkout = session;
    return { id: "order_1", checkout_session_id: session.id };
  },
  openExternal({ href }) {
    seen.link = href;
  },
  setOpenInAppUrl({ href }) {
    seen.openInApp = href;
  },
  requestClose() {
    seen.close = true;
  },
  notifyIntrinsicHeight(height) {
    resize({ height });
  },
  setWidgetState(state) {
    seen.state = state;
  },
};

/** Calls back when the script in the frame has set window.openai. */
export function serveOpenAI(installed: () => void): void {
  addEventListener("message", async ({ data, source }) => {
    if (source !== view || !data?.chatgpt) return;
    if (data.chatgpt === "installed") return installed();
    const { chatgpt, id, args } = data;
    try {
      post({ chatgpt: "answer", id, value: await calls[chatgpt]?.(...args) });
    } catch (error) {
      post({ chatgpt: "answer", id, error: (error as Error).message });
    }
  });
}
