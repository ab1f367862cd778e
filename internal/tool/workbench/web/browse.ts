// The selected part of the page (tools, resources or prompts), and the last resource and prompt.

import type { Bench } from "./bench.ts";
import { problemOf } from "./api.ts";
import type { Problem, RequestOptions } from "./api.ts";
import { ServerQuestions } from "./serverquestions.ts";
import { Signal } from "./signal.ts";
import { isRecord } from "./wire.ts";
import type { Json, Profile, Prompt, Resource, ResourceTemplate, ServerQuestion } from "./wire.ts";

export type Part = "tools" | "resources" | "prompts";

/** A request for a resource or prompt, with its result. */
export interface Query<T> {
  subject: T;
  server: string;
  profile: string;
  status: "loading" | "ready" | "failed";
  result: Json;
  problem: Problem | undefined;
  durationMs: number;
  /** The server's questions during it. */
  asks: ServerQuestions;
}

export interface Reading {
  uri: string;
  /** Its entry in the list; undefined for a URI from a template. */
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
  /** The host that resources and prompts are requested for. */
  readonly profile: Signal<string>;
  readonly reading = new Signal<Query<Reading> | undefined>(undefined);
  readonly prompting = new Signal<Query<Prompting> | undefined>(undefined);
  readonly #ending = new Map<object, AbortController>();

  constructor(bench: Bench) {
    this.#bench = bench;
    this.profile = new Signal(bench.listingProfile());
    // Results of another server are removed.
    bench.server.changed(() => {
      this.#end(this.reading);
      this.#end(this.prompting);
    });
  }

  read(subject: Reading): Promise<void> {
    return this.#ask(this.reading, subject, (server, profile, options) =>
      this.#bench.api.resource(server, profile, subject.uri, options),
    );
  }

  get(subject: Prompting): Promise<void> {
    return this.#ask(this.prompting, subject, (server, profile, options) =>
      this.#bench.api.prompt(server, profile, subject.prompt.name, subject.args, options),
    );
  }

  // A new request cancels the previous one of its kind.
  async #ask<T>(
    place: Signal<Query<T> | undefined>,
    subject: T,
    request: (server: string, profile: string, options: RequestOptions) => Promise<Answer>,
  ): Promise<void> {
    this.#end(place);
    const ending = new AbortController();
    this.#ending.set(place, ending);
    const server = this.#bench.server.value;
    const profile = this.profile.value;
    const { signal } = ending;
    const host = this.#bench.profile(profile) as Profile;
    const asks = new ServerQuestions(this.#bench.api, host, (text) => (this.#bench.announcement.value = text));
    const question = (one: ServerQuestion) => asks.take(one, signal);
    const asked: Query<T> = {
      subject,
      server,
      profile,
      status: "loading",
      result: {},
      problem: undefined,
      durationMs: 0,
      asks,
    };
    place.value = asked;
    const started = performance.now();
    const told = await request(server, profile, { question, signal })
      .then((answer): Partial<Query<T>> => readAnswer(answer))
      .catch((error: unknown): Partial<Query<T>> => ({ status: "failed", problem: problemOf(error) }));
    if (!ending.signal.aborted) {
      const durationMs = told.durationMs ?? performance.now() - started;
      place.value = { ...asked, ...told, durationMs };
    }
  }

  #end<T>(place: Signal<Query<T> | undefined>): void {
    this.#ending.get(place)?.abort();
    this.#ending.delete(place);
    place.value = undefined;
  }
}

function readAnswer({ result, rpcError, durationMs }: Answer): Partial<Query<never>> {
  const took = durationMs === undefined ? {} : { durationMs };
  if (rpcError) {
    return { ...took, status: "failed", problem: { code: String(rpcError.code), message: rpcError.message, fix: "" } };
  }
  return { ...took, status: "ready", result: isRecord(result) ? result : {} };
}
