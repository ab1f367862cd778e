// A view that shows what it knows, and whatever went wrong in it.
import { callTool, connected, context, host, onToolInput, platform, toolInput, toolResult } from "@oriel/view";

const wrong: string[] = [];
addEventListener("error", ({ message }) => void wrong.push(message));
addEventListener("unhandledrejection", ({ reason }) => void wrong.push(String(reason)));

const peer = {
  wrong,
  heard: 0,
  ended: "",
  changes: 0,
  /** All that a view sees. */
  look: () =>
    JSON.stringify([
      platform(), host().name, toolInput(), toolResult()?.text, context().theme, context().locale, peer.changes, peer.ended,
      document.documentElement.dataset["theme"], document.documentElement.lang, Object.keys(Object.prototype),
      ({} as { polluted?: unknown }).polluted,
    ]),
};
addEventListener("message", () => void peer.heard++);
onToolInput(() => void peer.changes++);
void connected.then(() => {
  callTool("kept").then(
    ({ text }) => (peer.ended = text),
    (error) => (peer.ended = String(error)),
  );
});
Object.assign(globalThis, { peer });
