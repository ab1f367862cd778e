// The official client of the second generation: @modelcontextprotocol/client, which
// has both lifecycles.
import {
  Client,
  LOG_LEVEL_META_KEY,
  type McpSubscription,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { answerTo, capabilities, model, roots } from "./person.ts";
import { Heard, type Manners, type Question } from "./report.ts";
import { type CallResult, main, type Peer } from "./steps.ts";
import { type Place, streamOpened } from "./place.ts";

async function connect(place: Place, errors: string[], bare: boolean): Promise<Peer> {
  const logs = new Heard<{ level: string; data: unknown }>();
  const updates = new Heard<string>();
  const toolLists = new Heard<string[]>();
  const questions = new Heard<Question>();
  // Closing breaks off whatever it was about to do.
  let closing = false;
  const wrong = (error: unknown): void => {
    if (!closing) errors.push(String(error));
  };
  const modes: Record<string, VersionNegotiationMode> = { legacy: "legacy", auto: "auto", modern: { pin: "2026-07-28" } };
  const client = new Client({ name: "sdk-v2", version: "2" }, {
    capabilities: bare ? {} : capabilities,
    versionNegotiation: { mode: modes[place.lifecycle] ?? "legacy" },
    listChanged: {
      tools: {
        debounceMs: 0,
        onChanged: (error, tools) => (error ? wrong(error) : toolLists.push((tools ?? []).map((t) => t.name))),
      },
    },
  });
  client.onerror = wrong;
  client.setNotificationHandler("notifications/message", ({ params }) => logs.push(params));
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => updates.push(params.uri));
  if (!bare) {
    client.setRequestHandler("elicitation/create", ({ params }) => answerTo(params, peer.manners, questions));
    client.setRequestHandler("sampling/createMessage", () => model);
    client.setRequestHandler("roots/list", () => roots);
  }
  const watched = streamOpened();
  const transport = place.url
    ? new StreamableHTTPClientTransport(place.url, { fetch: watched.fetch })
    : new StdioClientTransport(place.program);
  const modern = (): boolean => client.getProtocolEra() === "modern";
  const subscriptions = new Map<string, McpSubscription>();
  let level: string | undefined;
  const peer: Peer = {
    introduction: () => ({
      server: client.getServerVersion(), instructions: client.getInstructions(),
      offers: Object.keys(client.getServerCapabilities() ?? {}).sort(), protocol: client.getNegotiatedProtocolVersion(),
    }),
    tools: async () => (await client.listTools()).tools,
    resources: async () => (await client.listResources()).resources,
    templates: async () => (await client.listResourceTemplates()).resourceTemplates,
    prompts: async () => (await client.listPrompts()).prompts,
    read: async (uri) => (await client.readResource({ uri })).contents,
    call: async (name, args, options) => {
      // In the newer lifecycle each request says which log messages it wants.
      const meta = modern() && level ? { _meta: { [LOG_LEVEL_META_KEY]: level } } : {};
      return (await client.callTool({ name, arguments: args ?? {}, ...meta }, options)) as CallResult;
    },
    prompt: async (name, args) => (await client.getPrompt({ name, arguments: args ?? {} })).messages as Awaited<ReturnType<Peer["prompt"]>>,
    complete: async (ref, name, value, known) => {
      const target = ref.prompt ? { type: "ref/prompt" as const, name: ref.prompt } : { type: "ref/resource" as const, uri: ref.template ?? "" };
      const context = known ? { context: { arguments: known } } : {};
      return (await client.complete({ ref: target, argument: { name, value }, ...context })).completion.values;
    },
    logLevel: async (wanted) => {
      level = wanted;
      if (!modern()) await client.setLoggingLevel(wanted);
    },
    subscribe: async (uri) => {
      if (!modern()) {
        await client.subscribeResource({ uri });
        return;
      }
      const subscription = await client.listen({ resourceSubscriptions: [uri] });
      subscriptions.set(uri, subscription);
      void subscription.closed.then((how) => how === "local" || wrong(`the subscription to ${uri} has ended: ${how}`));
    },
    unsubscribe: async (uri) => {
      if (modern()) await subscriptions.get(uri)?.close();
      else await client.unsubscribeResource({ uri });
    },
    close: async () => {
      closing = true;
      if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession();
      await client.close();
    },
    logs, updates, toolLists, questions,
    manners: "accept" as Manners,
  };
  await client.connect(transport);
  if (place.url && !modern()) await watched.opened;
  return peer;
}

await main(connect);
