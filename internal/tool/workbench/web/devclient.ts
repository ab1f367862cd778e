// Messages to the dev client in a view's document: it takes snapshots of its state before the document is replaced, and
// changes styles in place. They are not part of the host's protocol.

import type { Json, Style } from "./wire.ts";
import { isRecord } from "./wire.ts";

const PREFIX = "oriel-dev-";
/** Short, so that a view that hangs does not delay the next one. */
const ANSWER_MS = 100;
/** Longer, because the view's state would be lost. */
const SNAPSHOT_MS = 1000;

/** Sends messages to the dev client. */
export interface DevPort {
  send(message: Json): void;
  /** Sends a message in order with other messages and events for the frame. */
  sendInTurn(message: Json): void;
}

export class DevClient {
  readonly #port: DevPort;
  readonly #open = new Map<string, (result: Json | undefined) => void>();
  #count = 0;

  constructor(port: DevPort) {
    this.#port = port;
  }

  /** Handles a response; returns false for other messages. */
  take(message: unknown): boolean {
    if (!isRecord(message) || typeof message["id"] !== "string" || !message["id"].startsWith(PREFIX)) {
      return false;
    }
    this.#open.get(message["id"])?.(isRecord(message["result"]) ? message["result"] : undefined);
    return true;
  }

  /** The state of the page that is not in its document, such as the contents of fields. */
  snapshot(): Promise<Json | undefined> {
    return this.#ask("snapshot", {}, SNAPSHOT_MS);
  }

  /** Replaces the text of styles, and resolves when they are drawn; to false if the document lacks one of them. */
  async restyle(styles: Style[]): Promise<boolean> {
    const answer = await this.#ask("style", { styles });
    return Array.isArray(answer?.["missing"]) && answer["missing"].length === 0;
  }

  /** Resolves when the view has drawn something, or after a timeout. */
  async shown(): Promise<void> {
    await this.#ask("shown", {});
  }

  /** Restores the focus. */
  focus(): void {
    this.#port.sendInTurn({ jsonrpc: "2.0", method: "oriel/dev/focus", params: {} });
  }

  // Resolves to undefined after the timeout.
  #ask(what: string, params: Json, timeoutMs = ANSWER_MS): Promise<Json | undefined> {
    this.#count += 1;
    const id = `${PREFIX}${this.#count}`;
    return new Promise((resolve) => {
      const end = (result: Json | undefined) => {
        clearTimeout(timer);
        this.#open.delete(id);
        resolve(result);
      };
      const timer = setTimeout(() => end(undefined), timeoutMs);
      this.#open.set(id, end);
      this.#port.send({ jsonrpc: "2.0", id, method: `oriel/dev/${what}`, params });
    });
  }
}
