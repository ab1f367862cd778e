// The official client of the first generation: @modelcontextprotocol/sdk, which has
// the older lifecycle.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
  type ServerCapabilities,
} from "@modelcontextprotocol/sdk/types.js";
import { answerTo, capabilities, model, roots } from "./person.ts";
import { Heard, type Manners, type Question } from "./report.ts";
import { type CallResult, main, type Peer } from "./steps.ts";
import { type Place, streamOpened } from "./place.ts";

async function connect(place: Place, errors: string[], bare: boolean): Promise<Peer> {
  const logs = new Heard<{ level: string; data: unknown }>();
  const updates = new Heard<string>();
  const toolLists = new Heard<string[]>();
  const questions = new Heard<Question>();
  // Closing breaks off whatever it was about to do, and it takes the end of its own
  // stream for an error.
  let closing = false;
  const wrong = (error: unknown): void => {
    if (!closing) errors.push(String(error));
  };
  const client = new Client({ name: "sdk-v1", version: "1" }, {
    capabilities: bare ? {} : capabilities,
    listChanged: {
      tools: {
        debounceMs: 0,
        onChanged: (error, tools) => (error ? wrong(error) : toolLists.push((tools ?? []).map((t) => t.name))),
      },
    },
  });
  client.onerror = wrong;
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => logs.push(params));
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => updates.push(params.uri));
  if (!bare) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => answerTo(params, peer.manners, questions));
    client.setRequestHandler(CreateMessageRequestSchema, () => model);
    client.setRequestHandler(ListRootsRequestSchema, () => roots);
  }
  let protocol: string | undefined;
  let opened: Promise<void> = Promise.resolve();
  let transport: StdioClientTransport | StreamableHTTPClientTransport;
  if (place.url) {
    const watched = streamOpened();
    opened = watched.opened;
    transport = new StreamableHTTPClientTransport(place.url, { fetch: watched.fetch });
  } else {
    // The client says it to transports that want to know, and to nobody else.
    transport = Object.assign(new StdioClientTransport(place.program), {
      setProtocolVersion: (version: string) => void (protocol = version),
    });
  }
  const peer: Peer = {
    introduction: () => {
      const offers = client.getServerCapabilities() as ServerCapabilities;
      return {
        server: client.getServerVersion(), instructions: client.getInstructions(), offers: Object.keys(offers).sort(),
        protocol,
      };
    },
    tools: async () => (await client.listTools()).tools,
    resources: async () => (await client.listResources()).resources,
    templates: async () => (await client.listResourceTemplates()).resourceTemplates,
    prompts: async () => (await client.listPrompts()).prompts,
    read: async (uri) => (await client.readResource({ uri })).contents,
    call: async (name, args, options) => (await client.callTool({ name, arguments: args ?? {} }, undefined, options)) as CallResult,
    prompt: async (name, args) => (await client.getPrompt({ name, arguments: args ?? {} })).messages as Awaited<ReturnType<Peer["prompt"]>>,
    complete: async (ref, name, value, known) => {
      const target = ref.prompt ? { type: "ref/prompt" as const, name: ref.prompt } : { type: "ref/resource" as const, uri: ref.template ?? "" };
      const context = known ? { context: { arguments: known } } : {};
      return (await client.complete({ ref: target, argument: { name, value }, ...context })).completion.values;
    },
    logLevel: async (level) => void (await client.setLoggingLevel(level)),
    subscribe: async (uri) => void (await client.subscribeResource({ uri })),
    unsubscribe: async (uri) => void (await client.unsubscribeResource({ uri })),
    close: async () => {
      closing = true;
      if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession();
      await client.close();
    },
    logs, updates, toolLists, questions,
    manners: "accept" as Manners,
  };
  await client.connect(transport);
  if (transport instanceof StreamableHTTPClientTransport) protocol = transport.protocolVersion;
  await opened;
  return peer;
}

await main(connect);
