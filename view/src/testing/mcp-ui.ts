import { bridge } from "../mcpui/bridge.ts";
import { object } from "../values/unchecked.ts";
import type { Loose } from "../values/unchecked.ts";
import { fromContext, fromResult } from "./globals.ts";
import { toHostError } from "./error.ts";
import { fakeHost } from "./host.ts";
import type { FakeHost, FakeHostOptions } from "./types.ts";

/** The request that a UI action stands for. */
const actions: Record<string, (payload: Loose) => [name: string, params: object]> = {
  tool: ({ toolName, params }) => ["tools/call", { name: toolName, arguments: params }],
  prompt: ({ prompt }) => ["ui/message", { role: "user", content: [{ type: "text", text: prompt }] }],
  link: ({ url }) => ["ui/open-link", { url }],
  intent: ({ intent, params }) => ["oriel/intent", { intent, params }],
};

/**
 * A fake legacy MCP-UI host, which renders with @mcp-ui/client before 7: UI actions
 * and render data. The view gets Oriel's MCP-UI bridge, as the MCP-UI adapter gives
 * it. Call it before the view is imported. Throws without a DOM, and while another
 * fake host is open.
 *
 * Such a host has no partial input, no answer to a teardown, and no codes of errors:
 * a refusal is a ViewError of -32000.
 */
export const mcpUIHost = (options: FakeHostOptions = {}): FakeHost =>
  fakeHost("mcp-ui", options, { availableDisplayModes: ["inline"] }, ({ place, desk, traffic, context }) => {
    let open = true;
    let isReady = false;
    let ready!: () => void;
    const connected = new Promise<void>((resolve) => {
      ready = resolve;
    });
    let data: Loose = options.state === undefined ? {} : { widgetState: structuredClone(options.state) };

    const post = (message: unknown): void => {
      if (!open) return;
      traffic.push({ from: "host", by: "message", message: structuredClone(message) });
      place.postFrom(parent, structuredClone(message));
    };
    // Some pages look for the id beside the payload, some inside it.
    const send = (type: string, payload: object, messageId?: string): void =>
      post(messageId ? { type, messageId, payload: { ...payload, messageId } } : { type, payload });

    const render = (messageId?: string): void => {
      send("ui-lifecycle-iframe-render-data", { renderData: { ...fromContext(context()), ...data } }, messageId);
    };
    const tell = async (news: Loose): Promise<void> => {
      data = { ...data, ...news };
      if (isReady) render();
      else await connected;
    };

    const act = async (type: string, payload: Loose, messageId: string | undefined): Promise<void> => {
      const [name, params] = actions[type]!(payload);
      if (messageId) send("ui-message-received", {}, messageId);
      let outcome: object;
      try {
        outcome = { response: await desk.answer(name, params) };
      } catch (thrown) {
        outcome = { error: { message: toHostError(thrown).message } };
      }
      if (messageId) send("ui-message-response", outcome, messageId);
    };

    const take = (message: Loose): void => {
      const { type } = message;
      const payload = object(message.payload);
      const messageId: string | undefined = message.messageId ?? payload.messageId;
      if (type === "ui-lifecycle-iframe-ready") {
        isReady = true;
        render();
        ready();
      } else if (type === "ui-request-render-data") render(messageId);
      else if (type === "ui-size-change") desk.note("ui/notifications/size-changed", payload);
      else if (type === "notify") desk.note("notifications/message", { data: payload.message });
      else if (Object.hasOwn(actions, type)) void act(type, payload, messageId);
    };

    const parent = {
      postMessage(message: unknown) {
        if (!open) return;
        const copy = structuredClone(message);
        traffic.push({ from: "view", by: "message", message: copy });
        queueMicrotask(() => open && take(object(structuredClone(copy))));
      },
    };
    place.put("openai", undefined);
    place.put("parent", parent);
    place.put("orielTransport", bridge());

    return {
      connected,
      input: (toolInput) => tell({ toolInput }),
      partial: async () => {},
      result: (result) => tell(fromResult(result)),
      async cancelled(reason) {
        await connected;
        send("ui-lifecycle-tool-cancelled", reason === undefined ? {} : { reason });
      },
      async context() {
        if (isReady) render();
      },
      async teardown(reason) {
        await connected;
        send("ui-lifecycle-teardown", reason === undefined ? {} : { reason });
      },
      post,
      close() {
        open = false;
      },
    };
  });
