// calls/registertool.ts
import { toBlocks } from "../values/content.js";
import { ViewError } from "../values/error.js";
import { object, text } from "../values/unchecked.js";
import { read } from "../data/topics.js";
import { appCapabilities, handlers } from "../protocol/handlers.js";
import { notify } from "../protocol/rpc.js";
var toCallToolResult = (raw) => {
  const isObject = object(raw) == raw && !Array.isArray(raw);
  const isResult = ["content", "data", "structuredContent", "isError"].some((key) => key in object(raw));
  const { content, data, structuredContent = data, ...rest } = object(
    isObject ? isResult ? raw : { data: raw } : { content: typeof raw == "string" ? raw : JSON.stringify(raw) }
  );
  return { ...rest, structuredContent, content: toBlocks(content ?? JSON.stringify(structuredContent)) };
};
var createRegistry = () => {
  const tools = /* @__PURE__ */ new Map();
  appCapabilities.tools = { listChanged: true };
  handlers["tools/list"] = () => ({ tools: [...tools.values()].flatMap(({ disabled, tool }) => disabled ? [] : tool) });
  handlers["tools/call"] = async ({ name, arguments: args }) => {
    const entry = tools.get(name);
    if (!entry || entry.disabled) throw new ViewError(-32602, `No tool ${text(name)}`);
    try {
      return toCallToolResult(await entry.handler(object(args)));
    } catch (error) {
      return toCallToolResult({ content: String(error?.message ?? error), isError: true });
    }
  };
  return (tool, handler) => {
    const { name } = tool;
    if (!/^[\w.-]{1,128}$/.test(name) || tools.has(name)) throw new ViewError(-32602, `No tool can be named ${name}`);
    const entry = { tool: { inputSchema: { type: "object" }, ...tool }, handler };
    const change = (changes) => {
      Object.assign(entry, changes);
      if (read("host")) notify("notifications/tools/list_changed");
    };
    tools.set(name, entry);
    change();
    return {
      update: (changes, handler2 = entry.handler) => change({ tool: { ...entry.tool, ...changes, name }, handler: handler2 }),
      enable: () => change({ disabled: false }),
      disable: () => change({ disabled: true }),
      remove() {
        if (tools.get(name) == entry) tools.delete(name);
        change();
      }
    };
  };
};
var registerTool = /* @__PURE__ */ createRegistry();
export {
  registerTool
};
