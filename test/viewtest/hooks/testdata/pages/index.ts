// All pages, of which the document's body names one. It plays in the task that
// imports the runtime, and its report is there when it has come to its end.

import "./count.ts";
import { alone } from "./alone.ts";
import { lives } from "./lives.ts";
import { matrix } from "./matrix.ts";
import { unanswered } from "./unanswered.ts";

const pages: Record<string, () => Promise<object>> = { alone, lives, matrix, unanswered };
const play = pages[document.body.dataset["page"]!]!;
play().then(
  (report) => Object.assign(globalThis, { report }),
  (error) => Object.assign(globalThis, { report: { failed: String(error?.stack ?? error) } }),
);
