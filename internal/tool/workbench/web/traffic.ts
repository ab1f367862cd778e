// Entries of the timeline, from MCP messages, postMessage and logs.

import { isRecord } from "./wire.ts";
import type { ServerEvent } from "./wire.ts";

/** "log" is the workbench's own log, "stderr" the output of a server's program. */
export type Lane = "mcp" | "view" | "log" | "stderr";
/** "noise" is output of a server that is not JSON-RPC. */
export type EntryKind = "request" | "response" | "notification" | "error" | "noise";

export interface Entry {
  time: number;
  lane: Lane;
  /** The server; undefined for messages of views. */
  server?: string;
  profile: string;
  /** From the host's point of view. */
  direction: "out" | "in";
  kind: EntryKind;
  method: string;
  /** The tool, prompt or URI that the message is about; in an answer, that of its request. */
  subject?: string;
  id: string | number | undefined;
  durationMs: number | undefined;
  bytes: number;
  body: unknown;
  /** The workbench's remark about the message. */
  note?: string;
}

export interface Filter {
  text: string;
  profile: string;
  kind: "" | Lane | "error" | "notification" | "noise";
}

export const MOST_ENTRIES = 2000;
const LARGEST_BODY = 64 * 1024;
const LONGEST_SUBJECT = 300;

export function matches(entry: Entry, filter: Filter): boolean {
  if (filter.profile !== "" && entry.profile !== filter.profile) {
    return false;
  }
  if (filter.kind !== "" && entry.lane !== filter.kind && entry.kind !== filter.kind) {
    return false;
  }
  if (filter.text === "") {
    return true;
  }
  const text = filter.text.toLowerCase();
  return [entry.method, entry.subject ?? "", entry.note ?? "", JSON.stringify(entry.body) ?? ""].some((one) =>
    one.toLowerCase().includes(text),
  );
}

/** The number of shown rows, and what is missing among them. */
export function countText(rows: { shown: number; all: number; held: number | undefined; dropped: number }): string {
  const { shown, all, held, dropped } = rows;
  return [
    shown === all ? String(all) : `${shown} of ${all}`,
    held === undefined ? "" : `paused, ${held} new`,
    dropped === 0 ? "" : `${dropped.toLocaleString("en")} earlier ${dropped === 1 ? "message" : "messages"} dropped`,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

/** The tool, prompt or URI that a message is about. */
export function subjectOf(message: unknown): string | undefined {
  if (!isRecord(message)) {
    return undefined;
  }
  // Views of MCP-UI send a payload.
  const about = [message["params"], message["payload"]].find(isRecord);
  const ref = about?.["ref"];
  for (const place of [about, isRecord(ref) ? ref : undefined]) {
    for (const name of ["name", "uri", "url", "toolName", "intent"]) {
      const value = place?.[name];
      if (typeof value === "string" && value !== "") {
        return value.slice(0, LONGEST_SUBJECT);
      }
    }
  }
  return undefined;
}

/** Matches a view's responses with their requests, to add the method, the subject and the duration. */
export class Pairing {
  readonly #open = new Map<string, { method: string; subject: string | undefined; time: number }>();

  entry(profile: string, direction: "out" | "in", data: unknown, bytes: number, time: number): Entry {
    const subject = subjectOf(data);
    const entry: Entry = {
      ...(subject === undefined ? {} : { subject }),
      time,
      lane: "view",
      profile,
      direction,
      kind: "notification",
      method: "",
      id: undefined,
      durationMs: undefined,
      bytes,
      body: bytes > LARGEST_BODY ? shortened(data) : data,
    };
    if (!isRecord(data)) {
      return { ...entry, kind: "error", method: "not an object" };
    }
    return data["jsonrpc"] === "2.0" ? this.#rpc(entry, data) : this.#action(entry, data);
  }

  #rpc(entry: Entry, data: Record<string, unknown>): Entry {
    const id = typeof data["id"] === "string" || typeof data["id"] === "number" ? data["id"] : undefined;
    const method = typeof data["method"] === "string" ? data["method"] : undefined;
    if (method !== undefined && id !== undefined) {
      this.#remember(entry, id, method);
      return { ...entry, kind: "request", method, id };
    }
    if (method !== undefined) {
      return { ...entry, method };
    }
    return { ...entry, kind: "error" in data ? "error" : "response", id, ...this.#answered(entry, id) };
  }

  #action(entry: Entry, data: Record<string, unknown>): Entry {
    const type = typeof data["type"] === "string" ? data["type"] : "not a message";
    const payload = isRecord(data["payload"]) ? data["payload"] : {};
    const messageId = data["messageId"] ?? payload["messageId"];
    const id = typeof messageId === "string" || typeof messageId === "number" ? messageId : undefined;
    if (id === undefined) {
      return { ...entry, method: type };
    }
    if (entry.direction === "in") {
      this.#remember(entry, id, type);
      return { ...entry, kind: "request", method: type, id };
    }
    if (type === "ui-message-received") {
      return { ...entry, method: type, id };
    }
    return { ...entry, ...this.#answered(entry, id), kind: "error" in payload ? "error" : "response", method: type, id };
  }

  #remember({ direction, subject, time }: Entry, id: string | number, method: string): void {
    this.#open.set(`${direction} ${typeof id} ${id}`, { method, subject, time });
    if (this.#open.size > MOST_ENTRIES) {
      this.#open.delete(this.#open.keys().next().value as string);
    }
  }

  #answered(
    entry: Entry,
    id: string | number | undefined,
  ): { method: string; subject?: string; durationMs: number | undefined } {
    const key = `${entry.direction === "in" ? "out" : "in"} ${typeof id} ${id}`;
    const asked = this.#open.get(key);
    this.#open.delete(key);
    return {
      method: asked?.method ?? "answer",
      ...(asked?.subject === undefined ? {} : { subject: asked.subject }),
      durationMs: asked ? entry.time - asked.time : undefined,
    };
  }
}

export function fromServer(event: Extract<ServerEvent, { type: "message" }>): Entry {
  return {
    time: event.time,
    lane: "mcp",
    server: event.server,
    profile: event.profile ?? "",
    direction: event.direction === "sent" ? "out" : "in",
    kind: event.kind,
    method: event.method || (event.kind === "noise" ? "noise" : ""),
    id: event.id,
    durationMs: event.durationMs || undefined,
    bytes: event.bytes ?? 0,
    body: event.body,
    ...(event.note ? { note: event.note } : {}),
  };
}

/** Converts events to entries. Each connection begins with the history, so repeated events are dropped. */
export class Feed {
  #last = 0;
  /** The subjects of requests without an answer. */
  readonly #subjects = new Map<string, string>();
  readonly #logs = new Repeats();
  readonly #printed = new Repeats();

  /** A connection was opened; its stream begins with the history. */
  opened(): void {
    this.#logs.again();
    this.#printed.again();
  }

  /** The event's entry, or undefined if it is a repetition or not for the timeline. */
  take(event: ServerEvent): Entry | undefined {
    if (event.type === "message") {
      if (event.seq <= this.#last) {
        return undefined;
      }
      this.#last = event.seq;
      const entry = fromServer(event);
      const subject = this.#subject(event);
      return subject === undefined ? entry : { ...entry, subject };
    }
    if (event.type !== "log") {
      return undefined;
    }
    if (!this.#logs.fresh(`${event.time} ${event.level} ${event.text}`)) {
      return undefined;
    }
    return {
      time: event.time,
      lane: "log",
      profile: "",
      direction: "in",
      kind: event.level === "error" ? "error" : "notification",
      method: "log",
      id: undefined,
      durationMs: undefined,
      bytes: event.text.length,
      body: { level: event.level, text: event.text },
    };
  }

  // An answer has the subject of its request.
  #subject({ server, profile, direction, kind, id, body }: Extract<ServerEvent, { type: "message" }>): string | undefined {
    const key = (asked: string) => [server, profile, asked, id].join("\n");
    if (kind === "response" || kind === "error") {
      const request = key(direction === "sent" ? "received" : "sent");
      const subject = this.#subjects.get(request);
      this.#subjects.delete(request);
      return subject;
    }
    // A server's event has the params alone.
    const subject = subjectOf({ params: body });
    if (kind === "request" && subject !== undefined) {
      this.#subjects.set(key(direction), subject);
      if (this.#subjects.size > MOST_ENTRIES) {
        this.#subjects.delete(this.#subjects.keys().next().value as string);
      }
    }
    return subject;
  }

  /** Whether a line of a server's program is new, and not a repetition. */
  printed(event: Extract<ServerEvent, { type: "stderr" }>): boolean {
    return this.#printed.fresh(`${event.time} ${event.server} ${event.profile} ${event.text}`);
  }
}

// Finds repetitions after a reconnection, although different events may be equal: of equal events, as many are
// repetitions as there were before.
class Repeats {
  readonly #known = new Map<string, number>();
  #seen = new Map<string, number>();

  again(): void {
    this.#seen = new Map();
  }

  fresh(key: string): boolean {
    const seen = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, seen);
    if (seen <= (this.#known.get(key) ?? 0)) {
      return false;
    }
    this.#known.delete(key);
    this.#known.set(key, seen);
    if (this.#known.size > MOST_ENTRIES) {
      const oldest = this.#known.keys().next().value as string;
      this.#known.delete(oldest);
      this.#seen.delete(oldest);
    }
    return true;
  }
}

/** A method's name in two parts, so that a narrow row can shorten the first. */
export function splitMethod(method: string): [head: string, tail: string] {
  const at = method.lastIndexOf("/") + 1;
  return at === method.length ? ["", method] : [method.slice(0, at), method.slice(at)];
}

/** Time since the page was opened as minutes, seconds and milliseconds; negative before. */
export function offset(ms: number): string {
  const total = Math.abs(ms);
  const digits = (value: number, count: number) => String(Math.floor(value)).padStart(count, "0");
  const sign = ms < 0 ? "\u2212" : "";
  return `${sign}${Math.floor(total / 60_000)}:${digits((total / 1000) % 60, 2)}.${digits(total % 1000, 3)}`;
}

function shortened(data: unknown): unknown {
  let text: string | undefined;
  try {
    text = JSON.stringify(data);
  } catch {
    text = undefined;
  }
  return { truncated: true, head: (text ?? "").slice(0, LARGEST_BODY) };
}
