import { textBlock, toBlocks } from "../values/content.ts";
import type { ContentBlock } from "../values/content.ts";
import { json } from "../values/unchecked.ts";
import { answered } from "../hosts/platform.ts";
import { log } from "../calls/log.ts";
import { updateModelContext } from "../calls/updatemodelcontext.ts";
import type { ModelContext } from "../calls/updatemodelcontext.ts";

/** One part of the model context. A component or a store adds each. */
export interface ModelPart extends ModelContext {
  /** The element that it belongs to, for the order; without one it comes first. */
  at?: Element | null | undefined;
  /** How many parts it is nested in, which indents its text. */
  depth?: number;
}

/** From a change to its report, and from one report to the next, in ms. */
const delay = 250;

/** How long, in ms, a report waits for the host's answer: some hosts never answer. */
const timeout = 10_000;

const parts = /* @__PURE__ */ new Set<ModelPart>();
let isBusy = false;
let isStale = false;
/** The last report that the host has taken, as JSON; undefined after one that failed. */
let lastReport: string | undefined = "{}";

const inOrder = ({ at: a }: ModelPart, { at: b }: ModelPart): number =>
  a && b ? (a.compareDocumentPosition(b) & 2 /* preceding */ ? 1 : -1) : Number(!!a) - Number(!!b);

/** Joins the parts: texts become lines of one text, indented by their depth; other blocks stay as they are. */
export const merged = (list: readonly ModelPart[]): ModelContext => {
  const content: ContentBlock[] = [];
  let data = {};
  for (const part of [...list].sort(inOrder)) {
    // Not by assignment: a member may be called "__proto__".
    data = { ...data, ...part.data };
    for (const block of toBlocks(part.content)) {
      if (block.type != "text" || block.annotations || block._meta) {
        content.push(block);
        continue;
      }
      if (!block.text.trim()) continue;
      const text = block.text.replace(/^/gm, "  ".repeat(part.depth ?? 0));
      const last = content.at(-1);
      if (last?.type == "text" && !last.annotations && !last._meta) last.text += `\n${text}`;
      else content.push(textBlock(text));
    }
  }
  return { ...(content[0] && { content }), ...(Object.keys(data).length && { data }) };
};

const report = async (): Promise<void> => {
  await answered();
  const context = merged([...parts]);
  const text = json(context);
  if (text === lastReport || !updateModelContext.isSupported()) return;
  if (!text) throw new Error("What the model is told has to be JSON");
  lastReport = undefined;
  await Promise.race([updateModelContext(context), new Promise((resolve) => setTimeout(resolve, timeout))]);
  lastReport = text;
};

/** Reports after a delay: changes until then go into one report, and reports never overlap. */
const scheduleReport = (): void => {
  isStale = true;
  if (isBusy) return;
  isBusy = true;
  setTimeout(() => {
    isStale = false;
    report()
      .catch((error) => log("warning", String(error), "ModelContext").catch(() => {}))
      .then(() => {
        isBusy = false;
        if (isStale) scheduleReport();
      });
  }, delay);
};

/**
 * Adds a part to the model context. Each report to the host holds all parts, in the
 * order of the page. Nothing happens where the host takes no model context; what it
 * refuses is logged. Returns a function that removes the part.
 */
export const addPart = (part: ModelPart): (() => void) => {
  parts.add(part);
  scheduleReport();
  return () => {
    parts.delete(part);
    scheduleReport();
  };
};
