// model/parts.ts
import { connected } from "../start/connect.js";
import { blocks, textBlock } from "../values/content.js";
import { json } from "../values/unchecked.js";
import { log } from "../calls/log.js";
import { updateModelContext } from "../calls/updatemodelcontext.js";
var pace = 250;
var patience = 1e4;
var parts = /* @__PURE__ */ new Set();
var isBusy = false;
var isStale = false;
var told = "{}";
var inOrder = ({ at: a }, { at: b }) => a && b ? a.compareDocumentPosition(b) & 2 ? 1 : -1 : Number(!!a) - Number(!!b);
var merged = (list) => {
  const content = [];
  let data = {};
  for (const part of [...list].sort(inOrder)) {
    data = { ...data, ...part.data };
    for (const block of blocks(part.content)) {
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
  await connected.catch(() => {
  });
  const context = merged([...parts]);
  const text = json(context);
  if (text === told || !updateModelContext.isSupported()) return;
  if (!text) throw new Error("What the model is told has to be JSON");
  told = void 0;
  await Promise.race([updateModelContext(context), new Promise((resolve) => setTimeout(resolve, patience))]);
  told = text;
};
var soon = () => {
  isStale = true;
  if (isBusy) return;
  isBusy = true;
  setTimeout(() => {
    isStale = false;
    report().catch((error) => log("warning", String(error), "ModelContext").catch(() => {
    })).then(() => {
      isBusy = false;
      if (isStale) soon();
    });
  }, pace);
};
var addPart = (part) => {
  parts.add(part);
  soon();
  return () => {
    parts.delete(part);
    soon();
  };
};
export {
  addPart,
  merged
};
