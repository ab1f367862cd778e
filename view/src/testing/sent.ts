import { object } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";

/** Something that a view has asked for. Members that it did not give are missing. */
export type Sent =
  /** `sendMessage`. `text` joins the text blocks by line feeds. */
  | { kind: "message"; text: string; content: unknown[] }
  /** `openLink`. */
  | { kind: "link"; url: string }
  /** `log`. MCP-UI has no level and carries `data` as text. */
  | { kind: "log"; level?: string; data?: unknown; logger?: string }
  /** `updateModelContext`. */
  | { kind: "model-context"; content?: unknown[]; data?: unknown }
  /** A size in CSS pixels, reported by the runtime or by `setSize`. */
  | { kind: "size"; width?: number; height?: number }
  /** `requestDisplayMode`. */
  | { kind: "display-mode"; mode: string }
  /** `requestClose`. What follows, if anything, is the test's to say: `simulateTeardown`. */
  | { kind: "close" }
  /** `callTool`. */
  | { kind: "tool"; name: string; args: unknown }
  /** `readResource`. */
  | { kind: "resource"; uri: string }
  /** `downloadFile`, by `ui/download-file`. */
  | { kind: "download"; contents: unknown[] }
  /** `uploadFile`, by `window.openai`. */
  | { kind: "upload"; name: string; type: string; size: number; library?: boolean }
  /** `setState`, by `window.openai`. */
  | { kind: "state"; state: unknown }
  /** An intent of MCP-UI. */
  | { kind: "intent"; intent: string; params: unknown }
  /** Any other request or notification, by its own name: `"sampling/createMessage"`, `"requestModal"`. */
  | { kind: "other"; name: string; params: unknown };

/** The members that are there: what was not given is not in the record either. */
const given = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;

/** Part of the protocol's own business, which no view asks for. */
const business = /^(ui\/initialize|ping|notifications\/(cancelled|tools\/list_changed))$|initialized$/;

const readers: Record<string, (params: Loose) => Sent> = {
  "ui/message": ({ content }) => {
    const blocks: Loose[] = [content ?? []].flat();
    const texts = blocks.filter((block) => object(block).type === "text").map(({ text }) => text);
    return { kind: "message", text: texts.join("\n"), content: blocks };
  },
  "ui/open-link": ({ url }) => ({ kind: "link", url }),
  "notifications/message": ({ level, data, logger }) => given({ kind: "log", level, data, logger }),
  "ui/update-model-context": ({ content, structuredContent }) =>
    given({ kind: "model-context", content, data: structuredContent }),
  "ui/notifications/size-changed": ({ width, height }) => given({ kind: "size", width, height }),
  "ui/request-display-mode": ({ mode }) => ({ kind: "display-mode", mode }),
  "ui/notifications/request-teardown": () => ({ kind: "close" }),
  "tools/call": ({ name, arguments: args }) => ({ kind: "tool", name, args: args ?? {} }),
  "resources/read": ({ uri }) => ({ kind: "resource", uri }),
  "ui/download-file": ({ contents }) => ({ kind: "download", contents }),
  uploadFile: ({ file, library }) =>
    given({ kind: "upload", name: file.name, type: file.type, size: file.size, library }),
  setWidgetState: ({ state }) => ({ kind: "state", state }),
  "oriel/intent": ({ intent, params }) => ({ kind: "intent", intent, params }),
};

/** What a request or notification asks for; undefined for the protocol's own business. */
export const toSent = (name: string, params: Loose): Sent | undefined =>
  business.test(name)
    ? undefined
    : Object.hasOwn(readers, name)
      ? readers[name]!(params)
      : { kind: "other", name, params };
