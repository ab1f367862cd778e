// A page without a host: what the hooks give there, and the colour scheme, which
// is the browser's then.

import { useDocumentTheme, useTheme } from "#hooks";
import { h, show } from "#library";
import { connected } from "@oriel/view";
import { probes } from "./hooks.ts";
import { look } from "./probe.ts";
import type { Look } from "./probe.ts";
import { drawn } from "./stage.ts";

const Themes = () => h("output", null, `${useTheme()}, ${useDocumentTheme()}`);

export const alone = async (): Promise<object> => {
  const steps: Record<string, Record<string, Look>> = {};
  show(h("main", null, ...probes.map((Probe) => h(Probe, null))));
  steps["start"] = look();
  show(h(Themes, null));
  await connected;
  await drawn();
  steps["connected"] = look();
  return { steps };
};
