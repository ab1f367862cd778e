import { connected } from "../start/connect.ts";
import { blocks, textBlock } from "../values/content.ts";
import type { ContentBlock } from "../values/content.ts";
import { json } from "../values/unchecked.ts";
import { log } from "../calls/log.ts";
import { updateModelContext } from "../calls/updatemodelcontext.ts";
import type { ModelContext } from "../calls/updatemodelcontext.ts";

/** One of those who tell the model something. */
export interface ModelPart extends ModelContext {
  /** Where in the page it is; left out, it comes before all that have a place. */
  at?: Element | null | undefined;
  /** How many others it is part of; its text is indented as much. */
  depth?: number;
}

/** From a change to its report, and from one report to the next, in ms. */
const pace = 250;

/** How long, in ms, the host may take before it is told what is new: some answer nothing. */
const patience = 10_000;

const parts = /* @__PURE__ */ new Set<ModelPart>();
let isBusy = false;
let isStale = false;
/** What the host was told last, as JSON; undefined when it did not take it. */
let told: string | undefined = "{}";

const inOrder = ({ at: a }: ModelPart, { at: b }: ModelPart): number =>
  a && b ? (a.compareDocumentPosition(b) & 2 /* preceding */ ? 1 : -1) : Number(!!a) - Number(!!b);

/** All parts as one: texts as lines, an outline where parts have parts; other blocks as they are. */
export const merged = (list: readonly ModelPart[]): ModelContext => {
  const content: ContentBlock[] = [];
  let data = {};
  for (const part of [...list].sort(inOrder)) {
    // Never by assignment: a member may be called "__proto__".
    data = { ...data, ...part.data };
    for (const block of blocks(part.content)) {
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
  await connected.catch(() => {});
  const context = merged([...parts]);
  const text = json(context);
  if (text === told || !updateModelContext.isSupported()) return;
  if (!text) throw new Error("What the model is told has to be JSON");
  told = undefined;
  await Promise.race([updateModelContext(context), new Promise((resolve) => setTimeout(resolve, patience))]);
  told = text;
};

/** Tells the host soon: all changes until then in one, never twice at once, and never what it knows. */
const soon = (): void => {
  isStale = true;
  if (isBusy) return;
  isBusy = true;
  setTimeout(() => {
    isStale = false;
    report()
      .catch((error) => log("warning", String(error), "ModelContext").catch(() => {}))
      .then(() => {
        isBusy = false;
        if (isStale) soon();
      });
  }, pace);
};

/**
 * Tells the model something beside what others tell it: each report to the host is
 * what all of them say, in the order of the page. Where the host does not take
 * any, nothing happens; what it refuses is in its log. Returns what takes it back.
 */
export const addPart = (part: ModelPart): (() => void) => {
  parts.add(part);
  soon();
  return () => {
    parts.delete(part);
    soon();
  };
};
