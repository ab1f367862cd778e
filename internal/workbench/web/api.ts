// The page's client of the workbench's HTTP API.

import type { CallAnswer, Json, Profile, ResourceAnswer, ServerEvent, Session, Tool, ViewAnswer } from "./wire.ts";
import { isRecord } from "./wire.ts";

/** An answer that says what went wrong and how to mend it. */
export class ApiError extends Error {
  readonly code: string;
  readonly fix: string;
  readonly status: number;

  constructor(status: number, code: string, message: string, fix: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.fix = fix;
  }
}

export interface ViewQuery {
  server: string;
  profile: string;
  tool: string;
  arguments: Json;
  result?: unknown;
  globals?: Json;
}

export class Api {
  readonly #token: string;
  readonly #unauthorized: () => void;

  constructor(token: string, unauthorized: () => void) {
    this.#token = token;
    this.#unauthorized = unauthorized;
  }

  async session(): Promise<Session> {
    return tidySession((await this.#fetchJson("GET", "/api/session")) as Session);
  }

  async tools(server: string, profile: string): Promise<Tool[]> {
    const answer = await this.#fetchJson("POST", "/api/tools", { server, profile });
    return isRecord(answer) && Array.isArray(answer["tools"]) ? (answer["tools"] as Tool[]) : [];
  }

  async call(
    server: string,
    profile: string,
    tool: string,
    args: unknown,
    caller: "host" | "view",
  ): Promise<CallAnswer> {
    return (await this.#fetchJson("POST", "/api/call", {
      server,
      profile,
      tool,
      arguments: args,
      caller,
    })) as CallAnswer;
  }

  async resource(server: string, profile: string, uri: string): Promise<ResourceAnswer> {
    return (await this.#fetchJson("POST", "/api/resource", { server, profile, uri })) as ResourceAnswer;
  }

  async view(query: ViewQuery): Promise<ViewAnswer> {
    return (await this.#fetchJson("POST", "/api/view", query)) as ViewAnswer;
  }

  async release(document: string): Promise<void> {
    await this.#fetchJson("POST", "/api/release", { document });
  }

  /** Reads the event stream until it ends; the caller reconnects. */
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

  async #fetchJson(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await this.#request(method, path, body);
    if (!response.ok) {
      throw await fault(response);
    }
    return response.json();
  }

  async #request(method: string, path: string, body?: unknown): Promise<Response> {
    const headers: Record<string, string> = { Authorization: `Bearer ${this.#token}` };
    const init: RequestInit = { method, headers, cache: "no-store" };
    if (body !== undefined) {
      headers["Content-Type"] = "application/json";
      init.body = JSON.stringify(body);
    }
    let response: Response;
    try {
      response = await fetch(path, init);
    } catch {
      throw new ApiError(
        0,
        "workbench_gone",
        "The workbench's server does not answer.",
        "Start oriel again and open the URL it prints.",
      );
    }
    if (response.status === 401) {
      this.#unauthorized();
    }
    return response;
  }
}

async function fault(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const error = isRecord(body) && isRecord(body["error"]) ? body["error"] : {};
  const text = (key: string) => (typeof error[key] === "string" ? error[key] : "");
  return new ApiError(
    response.status,
    text("code") || `http_${response.status}`,
    text("message") || `The server answered ${response.status}.`,
    text("fix"),
  );
}

/** Calls onLine for each line of a stream; a line that is cut off at the end is dropped. */
export async function readLines(body: ReadableStream<Uint8Array>, onLine: (line: string) => void): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return;
    }
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.trim() !== "") {
        onLine(line);
      }
    }
  }
}

// An empty Go slice may arrive as null.
function tidySession(session: Session): Session {
  const profiles = (session.profiles ?? []).map((profile): Profile => ({
    ...profile,
    hostInfo: profile.hostInfo ?? { name: profile.title, version: "" },
    displayModes: profile.displayModes ?? [],
    container: profile.container ?? {},
    features: profile.features ?? {},
    facts: profile.facts ?? [],
  }));
  return { ...session, servers: session.servers ?? [], profiles, demo: session.demo ?? null };
}
