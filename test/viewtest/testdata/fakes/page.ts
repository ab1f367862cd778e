// A view's test in a real window, in each fake host, with a host's own page left as it was.
import { chatGPTHost, mcpAppsHost, mcpUIHost } from "../../../../view/src/testing/index.ts";
import type { FakeHostOptions } from "../../../../view/src/testing/index.ts";

const hosts: Record<string, (options: FakeHostOptions) => ReturnType<typeof mcpAppsHost>> = {
  "mcp-apps": mcpAppsHost,
  chatgpt: chatGPTHost,
  openai: (options) => chatGPTHost({ ...options, bridge: false }),
  "mcp-ui": mcpUIHost,
};

const watched = ["addEventListener", "openai", "orielTransport", "parent", "ResizeObserver", "matchMedia", "reportError"];
const shape = (): unknown[] =>
  watched.map((name) => {
    const { get, set, value } = Object.getOwnPropertyDescriptor(globalThis, name) ?? {};
    return [get, set, value].map(String);
  });

const run = async (): Promise<unknown> => {
  const before = JSON.stringify(shape());
  const kind = new URLSearchParams(location.search).get("host")!;
  const host = hosts[kind]!({ tools: { forecast: ({ city }) => ({ data: { city } }) }, context: { theme: "dark" } });
  const view = await import("@oriel/view");
  await host.connected;
  await host.simulateToolInput({ city: "Lisbon" });
  await host.simulateToolResult({ data: { high: 31 }, text: "Sunny" });
  const { data } = await view.callTool("forecast", view.toolInput<object>());
  await view.sendMessage("hello");
  while (!host.of("size")[0]) await new Promise(requestAnimationFrame);
  const seen = [
    view.platform(), view.toolResult()?.text, data, view.context().theme, document.documentElement.dataset["theme"],
    host.of("message").map(({ text }) => text), host.of("size")[0]!.height! > 0,
  ];
  await host.simulateTeardown();
  host.close();
  return [...seen, JSON.stringify(shape()) === before];
};

run().then(
  (seen) => Object.assign(globalThis, { seen }),
  (error) => Object.assign(globalThis, { seen: String(error?.stack ?? error) }),
);
