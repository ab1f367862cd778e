// How each call is made to see what it does in a host, and how a fallback is seen.
import assert from "node:assert/strict";
import type { FilesDom } from "./filesdom.ts";
import { settle } from "./harness.ts";
import type { Page } from "./harness.ts";

export interface Trial {
  call: (page: Trying) => unknown;
  /** The params of the message that an MCP Apps host gets, if it is one message of the call's own. */
  params?: object;
  /** Hosts that have it do not all say so, so that isSupported() may say no. */
  unadvertised?: true;
  /** Sees that the fallback happened, where the call has one. */
  fallback?: (page: Trying, given: any) => void;
}

/** A page, and what its console, its files and its dialogs have got. */
export type Trying = Page & { logged: unknown[][]; files: FilesDom; shown: unknown[] };

export const trials: Record<string, Trial> = {
  autoSize: {
    call: ({ oriel }) => {
      oriel.autoSize(false);
      oriel.autoSize(true);
    },
    params: { height: 100 },
  },
  callTool: {
    call: ({ oriel }) => oriel.callTool("forecast", { city: "Lisbon" }),
    params: { name: "forecast", arguments: { city: "Lisbon" } },
  },
  createMessage: {
    call: ({ oriel }) =>
      oriel.createMessage({ messages: [{ role: "user", content: oriel.textBlock("A haiku") }], maxTokens: 100 }),
    params: { messages: [{ role: "user", content: { type: "text", text: "A haiku" } }], maxTokens: 100 },
  },
  downloadFile: {
    call: ({ oriel }) => oriel.downloadFile({ name: "forecast.csv", mimeType: "text/csv", data: "day,high\n" }),
    params: {
      contents: [{ type: "resource", resource: { uri: "file:///forecast.csv", mimeType: "text/csv", blob: "ZGF5LGhpZ2gK" } }],
    },
    fallback: ({ files }) => assert.equal(files.downloads[0]?.name, "forecast.csv"),
  },
  fileUrl: {
    call: ({ oriel }) => oriel.fileUrl("file-1"),
    fallback: (_, url) => assert.equal(url, "data:text/plain;base64,YWJj"),
  },
  live: {
    call: ({ oriel }) =>
      new Promise((resolve, reject) => {
        const stop = oriel.live("stats", { onError: (error) => (stop(), reject(error)) }, (result) => (stop(), resolve(result)));
      }),
    params: { name: "stats", arguments: {} },
  },
  log: {
    call: ({ oriel }) => oriel.log("warning", { slow: true }, "chart"),
    params: { level: "warning", data: { slow: true }, logger: "chart" },
    fallback: ({ logged }) => assert.deepEqual(logged, [["chart", { slow: true }]]),
  },
  openLink: {
    call: ({ oriel }) => oriel.openLink("https://example.com/"),
    params: { url: "https://example.com/" },
    fallback: ({ opened }) => assert.equal(opened[0]?.[0], "https://example.com/"),
  },
  readResource: {
    call: ({ oriel }) => oriel.readResource("notes://today"),
    params: { uri: "notes://today" },
  },
  registerTool: {
    call: ({ oriel }) => oriel.registerTool({ name: "select_day" }, () => "Monday"),
    params: {},
  },
  requestCheckout: { call: ({ oriel }) => oriel.requestCheckout({ id: "cart-7", payment_mode: "test" }) },
  requestClose: {
    call: ({ oriel }) => oriel.requestClose(),
    params: {},
    unadvertised: true,
  },
  requestDisplayMode: {
    call: ({ oriel }) => oriel.requestDisplayMode("fullscreen"),
    params: { mode: "fullscreen" },
    fallback: (_, mode) => assert.equal(mode, "inline"),
  },
  requestModal: {
    call: ({ oriel }) => oriel.requestModal({ title: "Delete?", content: "a node" as unknown as Node }),
    fallback: ({ shown }) => assert.deepEqual(shown, ["a node"]),
  },
  selectFiles: {
    call: async ({ oriel, files }) => {
      const selected = oriel.selectFiles({ accept: "text/*" });
      await Promise.race([settle(), selected]);
      for (const picker of files.pickers) {
        picker.files = [new File(["abc"], "a.txt", { type: "text/plain" })];
        picker.onchange!();
      }
      return selected;
    },
    fallback: ({ files }, selected) => {
      assert.equal(files.pickers.length, 1);
      assert.deepEqual(selected, [{ fileId: "file-1", fileName: "a.txt", mimeType: "text/plain" }]);
    },
  },
  sendMessage: {
    call: ({ oriel }) => oriel.sendMessage("Compare it with Porto"),
    params: { role: "user", content: [{ type: "text", text: "Compare it with Porto" }] },
  },
  setOpenInAppUrl: { call: ({ oriel }) => oriel.setOpenInAppUrl("https://example.com/orders/7") },
  setSize: {
    call: ({ oriel }) => oriel.setSize({ height: 320 }),
    params: { height: 320 },
  },
  setState: {
    call: ({ oriel }) => oriel.setState({ tab: 2 }),
    fallback: ({ oriel }) => assert.deepEqual(oriel.getState(), { tab: 2 }),
  },
  uploadFile: {
    call: ({ oriel }) => oriel.uploadFile(new File(["abc"], "a.txt", { type: "text/plain" })),
    fallback: (_, file) => assert.deepEqual(file, { fileId: "file-1" }),
  },
  updateModelContext: {
    call: ({ oriel }) => oriel.updateModelContext({ content: "The user has picked Lisbon" }),
    params: { content: [{ type: "text", text: "The user has picked Lisbon" }] },
  },
};
