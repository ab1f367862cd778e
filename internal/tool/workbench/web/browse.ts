// What the page looks at: tools, resources or prompts, and what was read or
// asked for last.

import type { Bench } from "./bench.ts";
import { problemOf } from "./api.ts";
import type { Problem } from "./api.ts";
import { Signal } from "./signal.ts";
import { isRecord } from "./wire.ts";
import type { Json, Prompt, Resource, ResourceTemplate } from "./wire.ts";

export type Part = "tools" | "resources" | "prompts";

/** An answer of a server, or that it is being waited for. */
export interface Asked<T> {
  subject: T;
  server: string;
  profile: string;
  status: "loading" | "ready" | "failed";
  result: Json;
  problem: Problem | undefined;
  durationMs: number;
}

export interface Reading {
  uri: string;
  /** What the list says of it; undefined for the URI of a template. */
  entry: Resource | undefined;
  template: ResourceTemplate | undefined;
}

export interface Prompting {
  prompt: Prompt;
  args: Record<string, string>;
}

type Answer = { result?: unknown; rpcError?: { code: number; message: string }; durationMs?: number };

export class Browse {
  readonly #bench: Bench;
  readonly part = new Signal<Part>("tools");
  /** The host as which resources and prompts are asked for. */
  readonly profile: Signal<string>;
  readonly reading = new Signal<Asked<Reading> | undefined>(undefined);
  readonly prompting = new Signal<Asked<Prompting> | undefined>(undefined);
  readonly #ending = new Map<object, AbortController>();

  constructor(bench: Bench) {
    this.#bench = bench;
    this.profile = new Signal(bench.listingProfile());
    // What another server was asked says nothing of this one.
    bench.server.changed(() => {
      this.#end(this.reading);
      this.#end(this.prompting);
    });
  }

  read(subject: Reading): Promise<void> {
    return this.#ask(this.reading, subject, (server, profile, signal) =>
      this.#bench.api.resource(server, profile, subject.uri, signal),
    );
  }

  get(subject: Prompting): Promise<void> {
    return this.#ask(this.prompting, subject, (server, profile, signal) =>
      this.#bench.api.prompt(server, profile, subject.prompt.name, subject.args, signal),
    );
  }

  // The newest question of its kind counts; the one before is ended.
  async #ask<T>(
    place: Signal<Asked<T> | undefined>,
    subject: T,
    request: (server: string, profile: string, signal: AbortSignal) => Promise<Answer>,
  ): Promise<void> {
    this.#end(place);
    const ending = new AbortController();
    this.#ending.set(place, ending);
    const server = this.#bench.server.value;
    const profile = this.profile.value;
    const asked: Asked<T> = {
      subject,
      server,
      profile,
      status: "loading",
      result: {},
      problem: undefined,
      durationMs: 0,
    };
    place.value = asked;
    const started = performance.now();
    const told = await request(server, profile, ending.signal)
      .then((answer): Partial<Asked<T>> => readAnswer(answer))
      .catch((error: unknown): Partial<Asked<T>> => ({ status: "failed", problem: problemOf(error) }));
    if (!ending.signal.aborted) {
      const durationMs = told.durationMs ?? performance.now() - started;
      place.value = { ...asked, ...told, durationMs };
    }
  }

  #end<T>(place: Signal<Asked<T> | undefined>): void {
    this.#ending.get(place)?.abort();
    this.#ending.delete(place);
    place.value = undefined;
  }
}

function readAnswer({ result, rpcError, durationMs }: Answer): Partial<Asked<never>> {
  const took = durationMs === undefined ? {} : { durationMs };
  if (rpcError) {
    return { ...took, status: "failed", problem: { code: String(rpcError.code), message: rpcError.message, fix: "" } };
  }
  return { ...took, status: "ready", result: isRecord(result) ? result : {} };
}
