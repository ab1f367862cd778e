// Talk with the dev client in a view's document: what it keeps while the document
// is replaced, and styles that are changed in place. The protocols know nothing of it.

import type { Json, Style } from "./wire.ts";
import { isRecord } from "./wire.ts";

const PREFIX = "oriel-dev-";
/** A view that hangs does not hold up the next one for longer. */
const ANSWER_MS = 100;
/** What a view has would be lost, so a busy machine has more time for it. */
const SNAPSHOT_MS = 1000;

/** How the dev client is reached. */
export interface DevLine {
  send(message: Json): void;
  /** Behind all that went to the frame before. */
  sendInTurn(message: Json): void;
}

export class DevClient {
  readonly #line: DevLine;
  readonly #open = new Map<string, (result: Json | undefined) => void>();
  #count = 0;

  constructor(line: DevLine) {
    this.#line = line;
  }

  /** Takes an answer; false for what is none. */
  take(message: unknown): boolean {
    if (!isRecord(message) || typeof message["id"] !== "string" || !message["id"].startsWith(PREFIX)) {
      return false;
    }
    this.#open.get(message["id"])?.(isRecord(message["result"]) ? message["result"] : undefined);
    return true;
  }

  /** What the page has that its document has not. */
  snapshot(): Promise<Json | undefined> {
    return this.#ask("snapshot", {}, SNAPSHOT_MS);
  }

  /** Gives styles another text, and resolves when they are drawn; false when the document has not all of them. */
  async restyle(styles: Style[]): Promise<boolean> {
    const answer = await this.#ask("style", { styles });
    return Array.isArray(answer?.["missing"]) && answer["missing"].length === 0;
  }

  /** Resolves when there is something to see, or it takes too long. */
  async shown(): Promise<void> {
    await this.#ask("shown", {});
  }

  /** Puts the keyboard where it was. */
  focus(): void {
    this.#line.sendInTurn({ jsonrpc: "2.0", method: "oriel/dev/focus", params: {} });
  }

  // Undefined where there is no answer in time.
  #ask(what: string, params: Json, patience = ANSWER_MS): Promise<Json | undefined> {
    this.#count += 1;
    const id = `${PREFIX}${this.#count}`;
    return new Promise((resolve) => {
      const end = (result: Json | undefined) => {
        clearTimeout(timer);
        this.#open.delete(id);
        resolve(result);
      };
      const timer = setTimeout(() => end(undefined), patience);
      this.#open.set(id, end);
      this.#line.send({ jsonrpc: "2.0", id, method: `oriel/dev/${what}`, params });
    });
  }
}
