// Keeps what the cards show in the memory of the workbench, so that a reload of the page brings it back. The page's
// secret is the only way to it.

import type { Api, Problem } from "./api.ts";
import type { Run } from "./bench.ts";
import { messageSize } from "../../../../view/src/host/messagesize.ts";
import { isRecord } from "./wire.ts";
import type { CallToolResult, ContentBlock, Json, KeptAnswer, Tool } from "./wire.ts";

// Changes are collected for this long, because views may change their state with every key.
const SOON_MS = 100;
// The longest that is kept of what a view says, in UTF-16 units of JSON: all of it is sent with each change.
const MOST_SAID = 16 * 1024;
/** How much a view may say until the oldest is forgotten. */
export const MOST_ITEMS = 40;

/** How a call ended. */
export type KeptCall = { result: CallToolResult; durationMs: number } | { problem: Problem };

/** What a view said in the conversation. */
export type Said = { message: ContentBlock[] } | { intent: string; params: unknown };

/** What a view has told its host. */
export interface KeptTalk {
  said: Said[];
  /** The state that the host stores. */
  state?: unknown;
  modelContext?: Json;
}

export interface KeptCard {
  /** Missing if the call had not ended. */
  call?: KeptCall;
  talk?: KeptTalk;
}

/** A run as it was before the page was reloaded. */
export interface KeptRun {
  server: string;
  tool: Tool;
  args: Json;
  /** The hosts, by the ids of their profiles. */
  profiles: string[];
  cards: Record<string, KeptCard>;
}

export const NOTHING_KEPT: KeptAnswer = { run: 0, parts: {} };

export class Keeper {
  readonly #api: Pick<Api, "keep">;
  readonly #page: string;
  #run: number;
  /** The part that says what was run, and where. */
  #shown: Omit<KeptRun, "cards"> | undefined;
  /** The parts of the run that are kept. */
  readonly #kept: Set<string>;
  readonly #waiting = new Map<string, unknown>();
  #sending = false;

  /** Without the page's secret, nothing is kept. last is what was kept before. */
  constructor(api: Pick<Api, "keep">, page: string, last: KeptAnswer) {
    this.#api = api;
    this.#page = page;
    this.#run = last.run;
    this.#shown = shownIn(last);
    this.#kept = new Set(Object.keys(last.parts));
  }

  /** Begins to keep a new run in place of the last one. */
  start({ server, tool, args, profiles }: Run): void {
    this.#run += 1;
    this.#kept.clear();
    this.#waiting.clear();
    this.#shown = { server, tool, args, profiles: profiles.map(({ id }) => id) };
    this.#put("run", this.#shown);
  }

  /** Keeps that the run has another card, before all others. */
  add(profile: string): void {
    if (this.#shown && !this.#shown.profiles.includes(profile)) {
      this.#shown = { ...this.#shown, profiles: [profile, ...this.#shown.profiles] };
      this.#put("run", this.#shown);
    }
  }

  /** Keeps how a card's call ended; undefined if it has begun anew. */
  call(profile: string, call: KeptCall | undefined): void {
    this.#put(`call:${profile}`, call);
  }

  talk(profile: string, talk: KeptTalk | undefined): void {
    this.#put(`talk:${profile}`, talk);
  }

  /** Sends at once what waits, because the page may end. */
  flush(): Promise<unknown> {
    const parts = [...this.#waiting];
    this.#waiting.clear();
    // A part that can't be kept is missing after a reload, and the card then says so.
    return Promise.allSettled(
      parts.map(([part, value]) => this.#api.keep(this.#page, this.#run, part, value ?? null)),
    );
  }

  #put(part: string, value: unknown): void {
    if (this.#page === "" || (value === undefined && !this.#kept.has(part))) {
      return;
    }
    this.#kept.add(part);
    this.#waiting.set(part, value);
    if (!this.#sending) {
      this.#sending = true;
      void this.#send();
    }
  }

  // One after another, so that an older value can't arrive last.
  async #send(): Promise<void> {
    while (this.#waiting.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, SOON_MS));
      await this.flush();
    }
    this.#sending = false;
  }
}

/** Adds what a view says, unless it is long. */
export function withSaid(talk: KeptTalk, one: Said): KeptTalk {
  return messageSize(one, MOST_SAID) > MOST_SAID ? talk : { ...talk, said: [...talk.said, one].slice(-MOST_ITEMS) };
}

/** Reads what was kept; undefined if there is no run. */
export function keptRun(kept: KeptAnswer): KeptRun | undefined {
  const shown = shownIn(kept);
  if (!shown) {
    return undefined;
  }
  const cards: Record<string, KeptCard> = Object.fromEntries(shown.profiles.map((id) => [id, {}]));
  for (const [part, value] of Object.entries(kept.parts)) {
    const at = part.indexOf(":");
    const card = cards[part.slice(at + 1)];
    if (card) {
      Object.assign(card, { [part.slice(0, at)]: value });
    }
  }
  return { ...shown, cards };
}

function shownIn({ parts: { run } }: KeptAnswer): Omit<KeptRun, "cards"> | undefined {
  return isRecord(run) && Array.isArray(run["profiles"]) ? (run as unknown as Omit<KeptRun, "cards">) : undefined;
}
