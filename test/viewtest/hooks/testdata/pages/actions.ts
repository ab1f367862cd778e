// What the hooks' functions do: what they give, and what the host has seen of it.

import { useOpenInAppUrl } from "#hooks";
import { h, show } from "#library";
import { shared } from "./hooks.ts";
import { now } from "./probe.ts";
import { ask, drawn, outcome, tell } from "./stage.ts";

// What a sandbox does with a download or a print of the page's own is not our affair.
let instead: Record<string, unknown> = {};
console.info = (...printed) => (instead.printed = printed);
HTMLAnchorElement.prototype.click = function () {
  instead.saved = this.download;
};

const file = () => new File(["hello"], "a.txt", { type: "text/plain" });
const say = (text: string) => (root: HTMLElement, close: (result: string) => void) => {
  root.textContent = text;
  close("done");
};

/** By the hook's name, and what is done with it. */
const actions: Record<string, () => unknown> = {
  useSendMessage: () => now("useSendMessage").sendMessage("hello"),
  useOpenLink: () => now("useOpenLink").openLink("https://host.example/open"),
  "useOpenLink, refused": () => now("useOpenLink").openLink("https://host.example/refuse"),
  useModal: () => now("useModal").open({ title: "Sure?", content: say("Really?") }),
  useLog: () => now("useLog").log("info", "slow"),
  "useFiles, upload": () => now("useFiles").upload(file()).then(({ fileId }: { fileId: string }) => fileId),
  "useFiles, getDownloadUrl": async () =>
    new URL((await now("useFiles").getDownloadUrl((await now("useFiles").upload(file())).fileId)).downloadUrl).protocol,
  "useFiles, download": () => now("useFiles").download({ name: "b.csv", mimeType: "text/csv", data: "a,b" }),
  useModelContext: () => now("useModelContext").updateContext({ content: "picked", data: { city: "Lisbon" } }),
  useReadResource: () => now("useReadResource").readResource("note://one").then(([first]: any) => first.text),
  useSampling: () =>
    now("useSampling")
      .createMessage({ maxTokens: 100, messages: [{ role: "user", content: { type: "text", text: "what is up?" } }] })
      .then(({ content }: any) => content.text),
  useOpenInAppUrl: () => now("useOpenInAppUrl").setOpenInAppUrl("https://app.example/7"),
  useCheckout: () => now("useCheckout").requestCheckout({ id: "cart_7" }),
  "useCallTool()": () => now("useCallTool()").callTool("double", { n: 3 }).then(({ data }: any) => data),
  "useCallTool(), no such tool": () => now("useCallTool()").callTool("none", {}),
  async useWidgetState() {
    now("useWidgetState").setState(({ tab }: { tab: number }) => ({ tab: tab + 1 }));
    await now("useWidgetState").flush();
    await drawn();
    const { state, status } = now("useWidgetState");
    return { state, status };
  },
  async useStore() {
    shared.set((held) => ({ ...held, city: "Porto" }));
    await shared.flush();
    await drawn();
    return now("useStore");
  },
  async "useWidgetState, too large"() {
    now("useWidgetState").setState({ text: "x".repeat(1_000_001) });
    const failed = await outcome(now("useWidgetState").flush());
    await drawn();
    const { status, error } = now("useWidgetState");
    now("useWidgetState").setState({ tab: 2 });
    await now("useWidgetState").flush();
    await drawn();
    return { failed, status, code: error?.code, then: now("useWidgetState").status, error: now("useWidgetState").error };
  },
  useClose: () => now("useClose").close(),
};

export const act = async (): Promise<Record<string, unknown>> => {
  await ask("take");
  const done: Record<string, unknown> = {};
  for (const [name, doing] of Object.entries(actions)) {
    instead = {};
    const came = await outcome((async () => doing())());
    const told = await ask("take");
    done[name] = Object.assign(came as object, Object.keys(told)[0] && { told }, Object.keys(instead)[0] && { instead });
  }
  await tell("viewTool", 42);
  done["useAppTool"] = await ask("take");

  // As long as a component says so.
  const Says = () => (useOpenInAppUrl("https://app.example/9"), null);
  const hide = show(h(Says, null));
  await drawn();
  hide();
  done["useOpenInAppUrl, by its component"] = await ask("take");

  now("useSize").setSize({ height: 321 });
  await drawn();
  done["useSize"] = await ask("size");
  now("useSize").autoSize(true);
  return done;
};
