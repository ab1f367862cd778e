// A host that shakes hands with the view in its frame and then sends it anything.
import { rpcMessage, spoil } from "../../../../view/test/hostile.ts";
import { random } from "../../../../view/test/random.ts";

const view = (): Window => document.querySelector<HTMLIFrameElement>("#view")!.contentWindow!;
const post = (message: unknown): void => view().postMessage(message, "*");
const asked: Record<string, any>[] = [];

addEventListener("message", ({ source, data }) => {
  if (source !== view()) return;
  asked.push(data);
  if (data.method === "ui/initialize")
    post({
      jsonrpc: "2.0",
      id: data.id,
      result: {
        protocolVersion: "2026-01-26",
        hostInfo: { name: "hostile", version: "1" },
        hostCapabilities: { serverTools: {} },
        hostContext: { theme: "light" },
      },
    });
});

Object.assign(globalThis, {
  post,
  /** The id of the call that the view waits for. */
  kept: () => asked.find(({ method }) => method === "tools/call")?.id,
  answered: (id: string) => asked.find((message) => message.id === id)?.result,
  storm(seed: number, count: number) {
    const r = random(seed);
    const kept = asked.find(({ method }) => method === "tools/call")!.id;
    for (let i = 0; i < count; i++) post(spoil(r, rpcMessage(r, [`${kept}`, kept + 0.5, [kept], 0, null]), true));
  },
});
