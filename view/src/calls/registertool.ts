import { blocks } from "../values/content.ts";
import type { Content } from "../values/content.ts";
import { appCapabilities, methods } from "../protocol/handlers.ts";
import { ViewError } from "../values/error.ts";
import { object, text } from "../values/unchecked.ts";
import { notify } from "../protocol/rpc.ts";
import { read } from "../data/topics.ts";

/** What a host and its model see of a tool that the view offers. */
export interface AppTool {
  /** 1 to 128 of letters, digits, `_`, `-` and `.`. */
  name: string;
  /** For people. */
  title?: string;
  /** For the model: what it does, and when to use it. */
  description?: string;
  /** JSON Schema of the arguments, `type: "object"`; goes to the host as it is, and nobody here checks by it. */
  inputSchema?: object;
  /** JSON Schema of the result's `data`; goes to the host as it is. */
  outputSchema?: object;
  /** Hints for the host, which it need not believe. */
  annotations?: {
    title?: string;
    readOnlyHint?: boolean;
    destructiveHint?: boolean;
    idempotentHint?: boolean;
    openWorldHint?: boolean;
  };
  /** For the host; it goes there as it is. */
  _meta?: Record<string, unknown>;
}

/** The result of a tool of the view, where text or data alone won't do. */
export interface AppToolResult {
  /** For the model; left out: `data` as JSON. */
  content?: Content;
  /** A JSON object. */
  data?: object;
  /** The same as `data`, under the protocol's name. */
  structuredContent?: object;
  /** The tool failed, and `content` says why. */
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

/**
 * What a tool of the view does. It gets the arguments as the host sent them. A text
 * is for the model; an object with a member of {@link AppToolResult} is that; any
 * other is the result's data. What it throws becomes a result with `isError`.
 */
export type AppToolHandler<A = Record<string, unknown>> = (args: A) => unknown;

/** A tool that the view has offered. */
export interface RegisteredTool {
  /** Changes what is given, and what it does, if that is given. */
  update<A = Record<string, unknown>>(changes: Omit<Partial<AppTool>, "name">, handler?: AppToolHandler<A>): void;
  enable(): void;
  /** The host no longer sees it and cannot call it. */
  disable(): void;
  /** Takes it back for good; its name is free again. */
  remove(): void;
}

interface Entry {
  tool: AppTool;
  handler: AppToolHandler<any>;
  off?: boolean;
}

/** A `CallToolResult` of what a handler returned. */
const toWire = (raw: unknown): object => {
  const isObject = raw && typeof raw == "object" && !Array.isArray(raw);
  const isResult = ["content", "data", "structuredContent", "isError"].some((key) => key in object(raw));
  const { content, data, structuredContent = data, ...rest } = object(
    isObject ? (isResult ? raw : { data: raw }) : { content: typeof raw == "string" ? raw : JSON.stringify(raw) },
  );
  return { ...rest, structuredContent, content: blocks(content ?? JSON.stringify(structuredContent)) };
};

const appTools = () => {
  const tools = new Map<unknown, Entry>();
  appCapabilities.tools = { listChanged: true };
  methods["tools/list"] = () => ({ tools: [...tools.values()].filter(({ off }) => !off).map(({ tool }) => tool) });
  methods["tools/call"] = async ({ name, arguments: args }) => {
    const entry = tools.get(name);
    if (!entry || entry.off) throw new ViewError(-32602, `No tool ${text(name)}`);
    try {
      return toWire(await entry.handler(object(args)));
    } catch (error) {
      return toWire({ content: String((error as Error)?.message ?? error), isError: true });
    }
  };
  return <A = Record<string, unknown>>(tool: AppTool, handler: AppToolHandler<A>): RegisteredTool => {
    const { name } = tool;
    if (!/^[\w.-]{1,128}$/.test(name) || tools.has(name)) throw new ViewError(-32602, `No tool can be named ${name}`);
    const entry: Entry = { tool: { inputSchema: { type: "object" }, ...tool }, handler };
    const change = (changes?: Partial<Entry>) => {
      Object.assign(entry, changes);
      if (read("host")) notify("notifications/tools/list_changed");
    };
    tools.set(name, entry);
    change();
    return {
      update: (changes, handler = entry.handler) => change({ tool: { ...entry.tool, ...changes, name }, handler }),
      enable: () => change({ off: false }),
      disable: () => change({ off: true }),
      remove() {
        // Its name may be another's by now.
        if (tools.get(name) == entry) tools.delete(name);
        change();
      },
    };
  };
};

/**
 * Offers a tool of the view's own to the host and its model: to change what is
 * shown, to read what the user has entered. It lives as long as the view. A host
 * asks for the tools when it likes, many never do; it hears of each change once it
 * has answered the handshake.
 *
 * @param tool - What the host sees of it.
 * @param handler - What it does; may be asynchronous.
 * @returns Changes it, hides it, or takes it back.
 * @throws ViewError -32602: a name that is none, or is taken.
 * @example
 * registerTool<{ day?: string }>(
 *   { name: "select_day", inputSchema: { type: "object", properties: { day: { type: "string" } } } },
 *   ({ day }) => {
 *     if (!day) return { content: "Which day?", isError: true };
 *     title.textContent = day;
 *     return `Shows ${day}`;
 *   },
 * );
 * @support mcp-apps native `notifications/tools/list_changed`
 * @support bare native `notifications/tools/list_changed`
 * @support chatgpt native `notifications/tools/list_changed`
 * @support openai nothing, because nobody asks for tools
 * @support mcp-ui nothing, because nobody asks for tools
 * @support standalone nothing, because nobody asks for tools
 */
export const registerTool: <A = Record<string, unknown>>(tool: AppTool, handler: AppToolHandler<A>) => RegisteredTool =
  /* @__PURE__ */ appTools();
