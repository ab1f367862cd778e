// The client of the workbench's HTTP API.

import { readLines } from "./lines.ts";
import type { SourcePlace } from "./frame/health.ts";
import { Turns } from "./turns.ts";
import type {
  CallAnswer,
  CompleteAnswer,
  Json,
  KeptAnswer,
  ListAnswer,
  ListName,
  Placed,
  Progress,
  PromptAnswer,
  ResourceAnswer,
  RpcFault,
  ServerEvent,
  ServerQuestion,
  Session,
  SignIn,
  SignInClient,
  ViewAnswer,
  ViewDocument,
} from "./wire.ts";
import { isRecord } from "./wire.ts";

/** An error from the API, with a fix. */
export class ApiError extends Error {
  readonly code: string;
  readonly fix: string;
  readonly status: number;
  /** The server's JSON-RPC error, if it is one. */
  readonly rpc: RpcFault | undefined;

  constructor(status: number, code: string, message: string, fix: string, rpc?: RpcFault) {
    super(message);
    this.rpc = rpc;
    this.status = status;
    this.code = code;
    this.fix = fix;
  }
}

/** An error as the page shows it. */
export interface Problem {
  code: string;
  message: string;
  fix: string;
  /** The server's JSON-RPC error, if it is one. */
  rpc?: RpcFault | undefined;
}

export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) {
    return { code: error.code, message: error.message, fix: error.fix, rpc: error.rpc };
  }
  return { code: "failed", message: error instanceof Error ? error.message : String(error), fix: "" };
}

export interface ViewQuery {
  server: string;
  profile: string;
  tool: string;
  arguments: Json;
  result?: unknown;
  globals?: Json;
  /** The snapshot from the dev client of the previous document. */
  restore?: Json;
  /** The address of a standby document. */
  standby?: string;
}

/** Options of a request. */
export interface RequestOptions {
  /** Called with the progress of the call. */
  progress?: (progress: Progress) => void;
  /** Called with the server's questions. Without it, they are declined. */
  question?: (question: ServerQuestion) => void;
  /** Cancels the request, also in the server. The promise rejects with the signal's reason. */
  signal?: AbortSignal;
}

// Browsers allow 64 KiB of UTF-8 for all such requests at a time, and refuse what is beyond.
const MOST_KEEPALIVE = 64 * 1024;
// The most bytes of UTF-8 that a UTF-16 unit becomes.
const MOST_BYTES = 3;

/** Who makes the request: some tools are hidden from views, and others from the host. */
export type Caller = "host" | "view";

// A browser opens six connections to the workbench. Questions keep those of their requests, so some have to be left for
// the answers and the events.
const MOST_STREAMS = 4;

export class Api {
  readonly #streams = new Turns(MOST_STREAMS);
  readonly #token: string;
  readonly #unauthorized: () => void;
  /** The most bytes that requests with keepalive have under way. */
  #keptAlive = 0;

  constructor(token: string, unauthorized: () => void) {
    this.#token = token;
    this.#unauthorized = unauthorized;
  }

  async session(): Promise<Session> {
    return (await this.#fetchJson("GET", "/api/session")) as Session;
  }

  /** All pages of a server's list. */
  async list(
    server: string,
    profile: string,
    list: ListName,
    caller: Caller,
    signal?: AbortSignal,
  ): Promise<ListAnswer> {
    const answer = await this.#fetchJson("POST", "/api/list", { server, profile, list, caller }, signal);
    return isRecord(answer) && Array.isArray(answer["entries"])
      ? { entries: answer["entries"], supported: answer["supported"] !== false }
      : { entries: [], supported: false };
  }

  async call(
    server: string,
    profile: string,
    tool: string,
    args: unknown,
    caller: Caller,
    options: RequestOptions = {},
  ): Promise<CallAnswer> {
    const body = { server, profile, tool, arguments: args, caller };
    return (await this.#fetchStream("/api/call", body, options)) as CallAnswer;
  }

  async resource(
    server: string,
    profile: string,
    uri: string,
    options: Omit<RequestOptions, "progress"> = {},
  ): Promise<ResourceAnswer> {
    return (await this.#fetchStream("/api/resource", { server, profile, uri }, options)) as ResourceAnswer;
  }

  /** Gets a prompt's messages. */
  async prompt(
    server: string,
    profile: string,
    name: string,
    args: Record<string, string>,
    options: Omit<RequestOptions, "progress"> = {},
  ): Promise<PromptAnswer> {
    const body = { server, profile, name, arguments: args };
    return (await this.#fetchStream("/api/prompt", body, options)) as PromptAnswer;
  }

  /** Answers a question of the server. Null refuses it; anyway sends what does not fit the form. */
  async answer(question: string, result: Json | null, anyway: boolean): Promise<void> {
    await this.#fetchJson("POST", "/api/answer", { question, result, anyway });
  }

  /** Suggests values for an argument of a prompt or a template. */
  async complete(
    server: string,
    profile: string,
    of: { prompt: string } | { template: string },
    argument: { name: string; value: string; known: Record<string, string> },
    signal: AbortSignal,
  ): Promise<CompleteAnswer> {
    const body = { server, profile, ...of, ...argument };
    return (await this.#fetchJson("POST", "/api/complete", body, signal)) as CompleteAnswer;
  }

  /** Sets which log messages a server sends; empty is its own choice. */
  async logLevel(server: string, level: string): Promise<void> {
    await this.#fetchJson("POST", "/api/loglevel", { server, level });
  }

  /** Ends a server's connections and programs, and starts them again. */
  async restart(server: string): Promise<void> {
    await this.#fetchJson("POST", "/api/restart", { server });
  }

  async signInState(server: string): Promise<SignIn> {
    return (await this.#fetchJson("POST", "/api/signin", { server })) as SignIn;
  }

  /** Starts a sign-in; resolves when it is known where the person signs in, or why that is not possible. */
  async signIn(server: string, client: SignInClient): Promise<SignIn> {
    return (await this.#fetchJson("POST", "/api/signin/start", { server, ...client })) as SignIn;
  }

  async cancelSignIn(server: string): Promise<void> {
    await this.#fetchJson("POST", "/api/signin/cancel", { server });
  }

  async signOut(server: string): Promise<void> {
    await this.#fetchJson("POST", "/api/signin/out", { server });
  }

  async view(query: ViewQuery): Promise<ViewAnswer> {
    const response = await this.#request("POST", "/api/view", query);
    if (!response.ok) {
      throw await fault(response);
    }
    // The first line is JSON. The rest, if any, is the document to write into the standby.
    const text = await wrapNetworkError(undefined, response.text());
    const end = text.indexOf("\n") + 1 || text.length;
    const answer = JSON.parse(text.slice(0, end)) as ViewAnswer;
    return end < text.length && answer.kind === "view" ? { ...answer, write: text.slice(end) } : answer;
  }

  /** Creates a standby document for the next version of a view. */
  async standby({ document }: ViewDocument): Promise<Placed> {
    return (await this.#fetchJson("POST", "/api/standby", { document })) as Placed;
  }

  /** Creates a standby document for the first view of a server. */
  async standbyFor(server: string, profile: string): Promise<Placed> {
    return (await this.#fetchJson("POST", "/api/standby", { server, profile })) as Placed;
  }

  /** Reports that the newest version of a view is visible; `at` is in milliseconds since 1970. */
  async shown(server: string, view: string, profile: string, at: number): Promise<void> {
    await this.#fetchJson("POST", "/api/shown", { server, view, profile, at });
  }

  /** Keeps a part of the page's run in the workbench's memory; null removes it. */
  async keep(page: string, run: number, part: string, value: unknown): Promise<void> {
    await this.#fetchJson("POST", "/api/keep", { page, run, part, value });
  }

  /** Returns the number and the parts of the page's last run. */
  async kept(page: string): Promise<KeptAnswer> {
    return (await this.#fetchJson("POST", "/api/kept", { page })) as KeptAnswer;
  }

  /** Reports what is wrong with a view; returns its place in the sources, if that is known. */
  async health(report: Json): Promise<SourcePlace> {
    return (await this.#fetchJson("POST", "/api/health", report)) as SourcePlace;
  }

  async release(document: string): Promise<void> {
    await this.#fetchJson("POST", "/api/release", { document });
  }

  /** Reads the event stream until it ends. The caller has to reconnect. */
  async events(onOpen: () => void, onEvent: (event: ServerEvent) => void): Promise<void> {
    const response = await this.#request("GET", "/api/events");
    if (!response.ok || response.body === null) {
      throw await fault(response);
    }
    onOpen();
    await readLines(response.body, (line) => {
      const event: unknown = JSON.parse(line);
      if (isRecord(event) && typeof event["type"] === "string") {
        onEvent(event as unknown as ServerEvent);
      }
    });
  }

  async #fetchJson(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<unknown> {
    const response = await this.#request(method, path, body, signal);
    if (!response.ok) {
      throw await fault(response);
    }
    return wrapNetworkError(signal, response.json());
  }

  // Without listeners, the answer is one JSON value.
  async #fetchStream(path: string, body: Json, options: RequestOptions): Promise<unknown> {
    if (!options.progress && !options.question) {
      return this.#fetchJson("POST", path, body, options.signal);
    }
    return this.#streams.run(() => this.#readStream(path, body, options), options.signal);
  }

  async #readStream(path: string, body: Json, options: RequestOptions): Promise<unknown> {
    const response = await this.#request("POST", path, { ...body, stream: true }, options.signal);
    if (!response.ok) {
      throw await fault(response);
    }
    const open = new Set<string>();
    const question = (one: ServerQuestion) => {
      open.add(one.id ?? "");
      options.question?.(one);
    };
    try {
      return await wrapNetworkError(options.signal, readStream(response, { ...options, question }));
    } finally {
      // The end of the request withdraws its questions, and the server may have no time to say so.
      open.forEach((id) => options.question?.({ id, state: "withdrawn" }));
    }
  }

  async #request(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = { Authorization: `Bearer ${this.#token}` };
    const init: RequestInit = { method, headers, cache: "no-store" };
    if (signal) {
      init.signal = signal;
    }
    if (body !== undefined) {
      headers["Content-Type"] = "application/json";
      init.body = JSON.stringify(body);
    }
    const size = path === "/api/keep" ? String(init.body).length * MOST_BYTES : Infinity;
    // Such a request arrives even if the page ends.
    init.keepalive = this.#keptAlive + size <= MOST_KEEPALIVE;
    const alive = init.keepalive ? size : 0;
    this.#keptAlive += alive;
    const response = await wrapNetworkError(signal, fetch(path, init)).finally(() => (this.#keptAlive -= alive));
    if (response.status === 401) {
      this.#unauthorized();
    }
    return response;
  }
}

// A failed fetch means that the workbench's server is gone, unless the request was aborted.
async function wrapNetworkError<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ApiError) {
      throw error;
    }
    throw new ApiError(
      0,
      "workbench_gone",
      "The workbench's server does not answer.",
      "Start oriel again and open the URL it prints.",
    );
  }
}

// Reads lines of progress and questions, and then the answer.
async function readStream(response: Response, { progress, question }: RequestOptions): Promise<unknown> {
  if (!response.body || !(response.headers.get("Content-Type") ?? "").includes("ndjson")) {
    return response.json();
  }
  let last: Json | undefined;
  await readLines(response.body, (line) => {
    const part: unknown = JSON.parse(line);
    if (!isRecord(part)) {
      return;
    }
    if (isRecord(part["progress"])) {
      progress?.(part["progress"] as unknown as Progress);
    } else if (isRecord(part["question"])) {
      question?.(part["question"] as unknown as ServerQuestion);
    } else {
      last = part;
    }
  });
  if (!last) {
    throw new ApiError(0, "stream_cut", "The workbench's answer is incomplete.", "Run the tool again.");
  }
  if (isRecord(last["error"])) {
    throw apiError(response.status, last["error"]);
  }
  return last;
}

async function fault(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  return apiError(response.status, isRecord(body) && isRecord(body["error"]) ? body["error"] : {});
}

function apiError(status: number, error: Json): ApiError {
  const text = (key: string) => (typeof error[key] === "string" ? error[key] : "");
  return new ApiError(
    status,
    text("code") || `http_${status}`,
    text("message") || `The server answered ${status}.`,
    text("fix"),
  );
}
