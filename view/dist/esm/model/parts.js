// model/parts.ts
import { textBlock, toBlocks } from "../values/content.js";
import { json } from "../values/unchecked.js";
import { answered } from "../hosts/platform.js";
import { log } from "../calls/log.js";
import { updateModelContext } from "../calls/updatemodelcontext.js";
var delay = 250;
var timeout = 1e4;
var parts = /* @__PURE__ */ new Set();
var isBusy = false;
var isStale = false;
var lastReport = "{}";
var inOrder = ({ at: a }, { at: b }) => a && b ? a.compareDocumentPosition(b) & 2 ? 1 : -1 : Number(!!a) - Number(!!b);
var merged = (list) => {
  const content = [];
  let data = {};
  for (const part of [...list].sort(inOrder)) {
    data = { ...data, ...part.data };
    for (const block of toBlocks(part.content)) {
      if (block.type != "text" || block.annotations || block._meta) {
        content.push(block);
        continue;
      }
      if (!block.text.trim()) continue;
      const text = block.text.replace(/^/gm, "  ".repeat(part.depth ?? 0));
      const last = content.at(-1);
      if (last?.type == "text" && !last.annotations && !last._meta) last.text += `
${text}`;
      else content.push(textBlock(text));
    }
  }
  return { ...content[0] && { content }, ...Object.keys(data).length && { data } };
};
var report = async () => {
  await answered();
  const context = merged([...parts]);
  const text = json(context);
  if (text === lastReport || !updateModelContext.isSupported()) return;
  if (!text) throw new Error("What the model is told has to be JSON");
  lastReport = void 0;
  await Promise.race([updateModelContext(context), new Promise((resolve) => setTimeout(resolve, timeout))]);
  lastReport = text;
};
var scheduleReport = () => {
  isStale = true;
  if (isBusy) return;
  isBusy = true;
  setTimeout(() => {
    isStale = false;
    report().catch((error) => log("warning", String(error), "ModelContext").catch(() => {
    })).then(() => {
      isBusy = false;
      if (isStale) scheduleReport();
    });
  }, delay);
};
var addPart = (part) => {
  parts.add(part);
  scheduleReport();
  return () => {
    parts.delete(part);
    scheduleReport();
  };
};
export {
  addPart,
  merged
};
