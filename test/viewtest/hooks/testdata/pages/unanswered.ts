// A view in a frame where nobody answers, and then somebody refuses.

import { h, show } from "#library";
import { probes } from "./hooks.ts";
import { look, now } from "./probe.ts";
import type { Look } from "./probe.ts";
import { outcome, tell, until, wait } from "./stage.ts";

export const unanswered = async (): Promise<object> => {
  const steps: Record<string, Record<string, Look>> = {};
  show(h("main", null, ...probes.map((Probe) => h(Probe, null))));
  steps["start"] = look();
  const calling = outcome(now("useSendMessage").sendMessage("hello"));
  // Longer than a page waits for window.openai alone.
  await wait(300);
  steps["connected"] = look();
  const unanswered = await Promise.race([calling, wait().then(() => "pending")]);
  await tell("refuse");
  await until(() => now("useLive").error, "the refusal");
  const refused = look();
  return { steps, calling: { unanswered, refused, message: await calling } };
};
