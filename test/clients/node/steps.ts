import { Heard, type Manners, type Question, Report, type Seen } from "./report.ts";
import { type Place, placeOf } from "./place.ts";

export interface CallOptions {
  signal?: AbortSignal;
  onprogress?: (progress: { progress: number; total?: number | undefined; message?: string | undefined }) => void;
}

interface Content {
  type: string;
  text?: string | undefined;
}

export interface CallResult {
  content?: Content[];
  structuredContent?: unknown;
  isError?: boolean | undefined;
  _meta?: Record<string, unknown> | undefined;
}

interface Message {
  role: string;
  content: Content;
}

interface Document {
  uri: string;
  mimeType?: string | undefined;
  text?: string;
  blob?: string;
}

/** A connected client of either version of the SDK: what both do, and what they do differently. */
export interface Peer {
  introduction(): Seen;
  tools(): Promise<{ name: string; _meta?: Record<string, unknown> | undefined }[]>;
  resources(): Promise<{ uri: string }[]>;
  templates(): Promise<{ uriTemplate: string }[]>;
  prompts(): Promise<{ name: string; arguments?: { name: string; required?: boolean | undefined }[] | undefined }[]>;
  read(uri: string): Promise<Document[]>;
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<CallResult>;
  prompt(name: string, args?: Record<string, string>): Promise<Message[]>;
  complete(ref: { prompt?: string; template?: string }, name: string, value: string, known?: Record<string, string>): Promise<string[]>;
  /** Says which log messages are wanted from now on. */
  logLevel(level: "debug" | "warning"): Promise<void>;
  subscribe(uri: string): Promise<void>;
  unsubscribe(uri: string): Promise<void>;
  /** Ends the connection, and the session where there is one. */
  close(): Promise<void>;

  readonly logs: Heard<{ level: string; data: unknown }>;
  readonly updates: Heard<string>;
  /** The names of the tools, each time the client was told that they have changed. */
  readonly toolLists: Heard<string[]>;
  readonly questions: Heard<Question>;
  manners: Manners;
}

const names = (list: { name: string }[]): string[] => list.map((entry) => entry.name).sort();

const textOf = (result: CallResult): string => (result.content ?? []).map((block) => block.text ?? block.type).join("\n");

/** The code of a JSON-RPC error, which is what a step wants to see. */
async function code(promise: Promise<unknown>): Promise<Seen> {
  try {
    await promise;
  } catch (error) {
    return (error as { code?: unknown }).code ?? String(error);
  }
  return "no error";
}

/** The script of a client: connects to what the arguments name, and goes through all steps. */
export async function main(connect: (place: Place, errors: string[], bare: boolean) => Promise<Peer>): Promise<void> {
  const report = new Report();
  const place = placeOf(process.argv.slice(2));
  const errors: string[] = [];
  const peer = await connected(report, "connect", () => connect(place, errors, false));
  await run(report, peer);
  await report.step("close", () => peer.close());
  await report.step("call after close", async () => {
    if ((await code(peer.call("add", { a: 1, b: 1 }))) === "no error") throw new Error("the connection is not closed");
  });
  const bare = await connected(report, "connect bare", () => connect(place, errors, true));
  await poor(report, bare);
  await report.step("close bare", () => bare.close());
  // What a client only tells its error handler.
  await report.step("errors", async () => errors);
}

/** Connects; without a connection there are no more steps. */
async function connected(report: Report, name: string, connect: () => Promise<Peer>): Promise<Peer> {
  let peer: Peer | undefined;
  await report.step(name, async () => {
    peer = await connect();
    return peer.introduction();
  });
  if (!peer) process.exit(1);
  return peer;
}

/** The URIs of the resources, without the build of the view. */
async function resourceNames(peer: Peer): Promise<string[]> {
  return (await peer.resources()).map((r) => (r.uri.startsWith("ui://") ? "view" : r.uri)).sort();
}

/** What a client does that has declared no capabilities. */
async function poor(report: Report, peer: Peer): Promise<void> {
  await report.step("bare resources", () => resourceNames(peer));
  await report.step("bare call", async () => {
    const result = await peer.call("add", { a: 2, b: 3 });
    return [result.structuredContent, textOf(result)];
  });
  await report.step("bare ask", async () => {
    const call = peer.call("ask");
    const failed = await code(call);
    if (failed !== "no error") return failed;
    const result = await call;
    return [result.isError ?? false, textOf(result)];
  });
}

/** What every client does, in this order, on one connection. */
async function run(report: Report, peer: Peer): Promise<void> {
  await lists(report, peer);
  await reads(report, peer);
  await calls(report, peer);
  await questions(report, peer);
  await cancellation(report, peer);
  await changes(report, peer);
}

async function lists(report: Report, peer: Peer): Promise<void> {
  await report.step("tools", async () => names(await peer.tools()));
  await report.step("resources", () => resourceNames(peer));
  await report.step("templates", async () => (await peer.templates()).map((t) => t.uriTemplate));
  await report.step("prompts", async () =>
    (await peer.prompts()).map((p) => ({
      name: p.name, arguments: (p.arguments ?? []).map((a) => a.name + (a.required ? "" : "?")),
    })));
}

async function reads(report: Report, peer: Peer): Promise<void> {
  const seen = (documents: Document[]): Seen =>
    documents.map((d) => [d.uri, d.mimeType, d.text ?? "", d.blob === undefined ? 0 : sum(d.blob)]);
  await report.step("read text", async () => seen(await peer.read("probe://text")));
  await report.step("read binary", async () => seen(await peer.read("probe://binary")));
  await report.step("read template", async () => seen(await peer.read("probe://days/rome/friday")));
  await report.step("read view", async () => {
    const tool = (await peer.tools()).find((t) => t.name === "add");
    const ui = tool?._meta?.ui as { resourceUri: string } | undefined;
    if (!ui) throw new Error("the tool has no view: " + JSON.stringify(tool));
    const [document] = await peer.read(ui.resourceUri);
    return [document?.mimeType, document?.text?.includes("<p>A sum.")];
  });
  await report.step("read unknown", () => code(peer.read("probe://nothing")));
  await report.step("prompt", async () =>
    (await peer.prompt("plan", { city: "Rome", tone: "!" })).map((m) => [m.role, m.content.text]));
  await report.step("prompt without argument", () => code(peer.prompt("plan")));
  await report.step("complete prompt", () => peer.complete({ prompt: "plan" }, "city", "lo"));
  await report.step("complete template", () => peer.complete({ template: "probe://days/{city}/{day}" }, "city", "l"));
  await report.step("complete with context", () =>
    peer.complete({ template: "probe://days/{city}/{day}" }, "day", "", { city: "rome" }));
}

/** Tells blobs apart: how many bytes, and what they add up to. */
function sum(blob: string): number {
  const bytes = Buffer.from(blob, "base64");
  return bytes.reduce((total, byte) => total + byte, bytes.length);
}

async function calls(report: Report, peer: Peer): Promise<void> {
  await report.step("call", async () => {
    const result = await peer.call("add", { a: 2, b: 3 });
    return [result.structuredContent, textOf(result), result._meta?.["oriel/viewData"], result.isError ?? false];
  });
  await report.step("call at once", async () => {
    const all = Array.from({ length: 20 }, (_, i) => peer.call("add", { a: i, b: 1 }));
    return (await Promise.all(all)).map((result) => (result.structuredContent as { sum: number }).sum);
  });
  await report.step("call fails", async () => {
    const result = await peer.call("fail");
    return [result.isError, textOf(result)];
  });
  await report.step("call unknown", () => code(peer.call("nothing")));
  await report.step("call misfit", async () => (await peer.call("add", { a: "two", b: 3 })).isError);
  await report.step("progress", async () => {
    const seen: string[] = [];
    const heard = new Heard<string>();
    const call = peer.call("count", { to: 5, name: "counted" }, {
      onprogress: (p) => heard.push(`${p.progress}/${p.total} ${p.message}`),
    });
    while (seen.length < 5) seen.push(await heard.next());
    // The result does not come before this.
    await peer.call("release", { name: "counted" });
    const result = await call;
    return [...seen, ...heard.take(), textOf(result)];
  });
  const said = async (): Promise<Seen> => {
    await peer.call("say");
    return peer.logs.take().map((m) => [m.level, m.data]);
  };
  await report.step("log", said);
  await report.step("log from warning", async () => {
    await peer.logLevel("warning");
    return said();
  });
  await report.step("log from debug", async () => {
    await peer.logLevel("debug");
    return said();
  });
}

async function questions(report: Report, peer: Peer): Promise<void> {
  for (const manners of ["accept", "decline", "cancel"] as const)
    await report.step("ask, " + manners, async () => {
      peer.manners = manners;
      const result = await peer.call("ask");
      return [result.structuredContent, peer.questions.take()];
    });
  peer.manners = "accept";
  const texts = async (tool: string): Promise<Seen> => {
    const result = await peer.call(tool);
    if (result.isError) throw new Error(textOf(result));
    return (result.structuredContent as { texts: string[] }).texts;
  };
  await report.step("ask twice", () => texts("ask_twice"));
  await report.step("ask all", () => texts("ask_all"));
  await report.step("sample", () => texts("sample"));
  await report.step("roots", () => texts("roots"));
  await report.step("prompt asks", async () => (await peer.prompt("interview")).map((m) => m.content.text));
}

async function cancellation(report: Report, peer: Peer): Promise<void> {
  await report.step("cancel", async () => {
    const abort = new AbortController();
    const call = peer.call("wait", { name: "cancelled" }, { signal: abort.signal }).then(
      () => "a result",
      () => "aborted",
    );
    await peer.call("watch", { name: "cancelled", want: "begun" });
    abort.abort("changed my mind");
    const end = await peer.call("watch", { name: "cancelled", want: "ended" });
    return [await call, end.structuredContent];
  });
  await report.step("call after cancel", async () => (await peer.call("add", { a: 1, b: 1 })).structuredContent);
}

async function changes(report: Report, peer: Peer): Promise<void> {
  await report.step("subscribe", async () => {
    const before = await peer.read("probe://counter");
    await peer.subscribe("probe://counter");
    await peer.call("touch", { uri: "probe://counter" });
    const heard = await peer.updates.next();
    const after = await peer.read("probe://counter");
    return [heard, Number(after[0]?.text) - Number(before[0]?.text)];
  });
  await report.step("unsubscribe", async () => {
    await peer.subscribe("probe://text");
    await peer.unsubscribe("probe://counter");
    peer.updates.take();
    // Ending a stream is not answered, so the server may not have noticed yet.
    for (;;) {
      await peer.call("touch", { uri: "probe://counter" });
      await peer.call("touch", { uri: "probe://text" });
      const heard = [await peer.updates.next()];
      while (heard.at(-1) !== "probe://text") heard.push(await peer.updates.next());
      if (heard.length === 1) return heard;
    }
  });
  // Each replica tells of its own change, so that there may be more to hear than one.
  const changed = async (tool: string, want: boolean): Promise<boolean> => {
    await peer.call(tool, { name: "grown" });
    for (;;) if ((await peer.toolLists.next()).includes("grown") === want) return want;
  };
  await report.step("tools change", async () => {
    const grown = await changed("grow", true);
    const text = textOf(await peer.call("grown"));
    const shrunk = await changed("shrink", false);
    return [grown, text, shrunk, names(await peer.tools()).includes("grown")];
  });
}
