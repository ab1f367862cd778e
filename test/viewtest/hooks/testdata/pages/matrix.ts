// The matrix: all hooks at once in one host. The page plays its part, tells the
// host its own, and reports what each hook gave after each step.

import { show, h } from "#library";
import { connected, platform } from "@oriel/view";
import { heard, probes } from "./hooks.ts";
import { look, now } from "./probe.ts";
import type { Look } from "./probe.ts";
import { act } from "./actions.ts";
import { calling } from "./calling.ts";
import { ask, drawn, tell, until } from "./stage.ts";

interface Report {
  steps: Record<string, Record<string, Look>>;
  heard: Record<string, unknown>;
  actions: Record<string, unknown>;
  calling: Record<string, unknown>;
  failed?: string;
}

const report: Report = { steps: {}, heard, actions: {}, calling: {} };

const result = (sky: string) => ({
  content: [{ type: "text", text: `${sky} in Lisbon` }],
  structuredContent: { sky },
  _meta: { "oriel/viewData": { station: 7 } },
});

const step = async (name: string, ...doing: [name: string, ...args: unknown[]]): Promise<void> => {
  await tell(...doing);
  report.steps[name] = look();
};

const play = async (): Promise<void> => {
  show(h("main", null, ...probes.map((Probe) => h(Probe, null))));
  report.steps["start"] = look();
  await connected;
  await until(() => now("useLive").data, "the first live data");
  await drawn();
  report.steps["connected"] = look();
  await step("partial", "partial", { city: "Lis" });
  await step("input", "input", { city: "Lisbon" });
  await step("result", "result", result("clear"));
  await step("dark", "change", { theme: "dark" });
  await step("locale", "change", { locale: "ar-EG", timeZone: "Africa/Cairo" });
  await step("insets", "change", { safeAreaInsets: { top: 1, right: 2, bottom: 3, left: 4 } });
  await step("room", "change", { containerDimensions: { maxHeight: 700 } });
  const variables = { "--color-text-primary": "rgb(1, 2, 3)" };
  await step("styles", "change", { styles: { variables } });
  const fonts = '@font-face{font-family:"Test";src:local("Test")}';
  await step("fonts", "change", { styles: { variables, css: { fonts } } });
  await step("unrelated", "change", { "example.test/x": 1 });
  await step("second result", "result", result("cloudy"));
  await step("cancelled", "cancel", "enough");
  await step("again", "result", result("rain"));

  await now("useDisplayMode").setMode("fullscreen");
  await drawn();
  report.steps["fullscreen"] = look();
  await now("useDisplayMode").setMode("inline");
  await drawn();
  report.steps["inline"] = look();

  report.actions = await act();
  report.calling = await calling();
  look();
  await ask("teardown");
  // Legacy MCP-UI hosts wait for nothing.
  if (platform() !== "mcp-ui") heard.inTime = heard.farewell ?? false;
  await until(() => heard.farewell || platform() === "chatgpt", "the farewell");
  await drawn();
  report.steps["teardown"] = look();
};

export const matrix = async (): Promise<object> => {
  await play().catch((error) => (report.failed = String(error?.stack ?? error)));
  return report;
};
