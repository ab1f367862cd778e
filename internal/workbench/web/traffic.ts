// What went over the wires, MCP and postMessage in one list.

import { isRecord } from "./wire.ts";
import type { ServerEvent } from "./wire.ts";

/** "log" is what the workbench itself has to say. */
export type Lane = "mcp" | "view" | "log";
export type EntryKind = "request" | "response" | "notification" | "error";

export interface Entry {
  time: number;
  lane: Lane;
  profile: string;
  /** As the host sees it. */
  direction: "out" | "in";
  kind: EntryKind;
  method: string;
  id: string | number | undefined;
  durationMs: number | undefined;
  bytes: number;
  body: unknown;
}

export interface Filter {
  text: string;
  profile: string;
  kind: "" | Lane | "error" | "notification";
}

export const MOST_ENTRIES = 2000;
const LARGEST_BODY = 64 * 1024;

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
  return entry.method.toLowerCase().includes(text) || (JSON.stringify(entry.body) ?? "").toLowerCase().includes(text);
}

/** Pairs the messages of one view's conversation, so that an answer carries its method and its time. */
export class Pairing {
  readonly #open = new Map<string, { method: string; time: number }>();

  entry(profile: string, direction: "out" | "in", data: unknown, bytes: number, time: number): Entry {
    const entry: Entry = {
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
      this.#remember(entry.direction, id, method, entry.time);
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
      this.#remember("in", id, type, entry.time);
      return { ...entry, kind: "request", method: type, id };
    }
    if (type === "ui-message-received") {
      return { ...entry, method: type, id };
    }
    const { durationMs } = this.#answered(entry, id);
    return { ...entry, kind: "error" in payload ? "error" : "response", method: type, id, durationMs };
  }

  #remember(direction: "out" | "in", id: string | number, method: string, time: number): void {
    this.#open.set(`${direction} ${typeof id} ${id}`, { method, time });
    if (this.#open.size > MOST_ENTRIES) {
      this.#open.delete(this.#open.keys().next().value as string);
    }
  }

  #answered(entry: Entry, id: string | number | undefined): { method: string; durationMs: number | undefined } {
    const key = `${entry.direction === "in" ? "out" : "in"} ${typeof id} ${id}`;
    const asked = this.#open.get(key);
    this.#open.delete(key);
    return { method: asked?.method ?? "answer", durationMs: asked ? entry.time - asked.time : undefined };
  }
}

export function fromServer(event: Extract<ServerEvent, { type: "message" }>): Entry {
  return {
    time: event.time,
    lane: "mcp",
    profile: event.profile ?? "",
    direction: event.direction === "sent" ? "out" : "in",
    kind: event.kind,
    method: event.method ?? "",
    id: event.id,
    durationMs: event.durationMs || undefined,
    bytes: event.bytes ?? 0,
    body: event.body,
  };
}

/** The event stream as entries. Each connection begins with what happened before. */
export class Feed {
  #last = 0;
  #place = { seq: 0, time: 0 };
  readonly #said = new Set<string>();

  /** A connection was opened; its stream begins with the history. */
  opened(): void {
    this.#place = { seq: 0, time: 0 };
  }

  /** The event's entry, or undefined when it came before or is none for the timeline. */
  take(event: ServerEvent, now: number): Entry | undefined {
    if (event.type === "message") {
      this.#place = { seq: event.seq, time: event.time };
      if (event.seq <= this.#last) {
        return undefined;
      }
      this.#last = event.seq;
      this.#said.clear();
      return fromServer(event);
    }
    if (event.type !== "log") {
      return undefined;
    }
    // A log line has neither number nor time; the message before it has.
    if (this.#place.seq < this.#last || this.#said.has(event.text)) {
      return undefined;
    }
    this.#said.add(event.text);
    return {
      time: this.#place.time || now,
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
