// testing/sent.ts
import { object } from "../values/unchecked.js";
var given = (members) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== void 0));
var business = /^(ui\/initialize|ping|notifications\/(cancelled|tools\/list_changed))$|initialized$/;
var readers = {
  "ui/message": ({ content }) => {
    const blocks = [content ?? []].flat();
    const texts = blocks.filter((block) => object(block).type === "text").map(({ text }) => text);
    return { kind: "message", text: texts.join("\n"), content: blocks };
  },
  "ui/open-link": ({ url }) => ({ kind: "link", url }),
  "notifications/message": ({ level, data, logger }) => given({ kind: "log", level, data, logger }),
  "ui/update-model-context": ({ content, structuredContent }) => given({ kind: "model-context", content, data: structuredContent }),
  "ui/notifications/size-changed": ({ width, height }) => given({ kind: "size", width, height }),
  "ui/request-display-mode": ({ mode }) => ({ kind: "display-mode", mode }),
  "ui/notifications/request-teardown": () => ({ kind: "close" }),
  "tools/call": ({ name, arguments: args }) => ({ kind: "tool", name, args: args ?? {} }),
  "resources/read": ({ uri }) => ({ kind: "resource", uri }),
  "ui/download-file": ({ contents }) => ({ kind: "download", contents }),
  uploadFile: ({ file, library }) => given({ kind: "upload", name: file.name, type: file.type, size: file.size, library }),
  setWidgetState: ({ state }) => ({ kind: "state", state }),
  "oriel/intent": ({ intent, params }) => ({ kind: "intent", intent, params })
};
var toSent = (name, params) => business.test(name) ? void 0 : Object.hasOwn(readers, name) ? readers[name](params) : { kind: "other", name, params };
export {
  toSent
};
