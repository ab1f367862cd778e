// Sends arguments to a view piece by piece, as a model writes them. A person can pause that, and go on step by step.

import { READY_MS } from "./frame/frame.ts";
import { partialArguments } from "../../../../view/src/host/partial.ts";
import { pause } from "./pause.ts";
import type { FramedView } from "./framedview.ts";
import type { Json } from "./wire.ts";

// How long to wait for a loaded view to initialize. A slower view misses the first pieces.
const START_MS = 3000;
const WRITING_MS = 1200;
const STEPS = 16;

export class Writing {
  /** Called after each change of the other members. */
  changed: () => void = () => undefined;
  /** How many pieces were sent, and how many there are; 0 until the view can receive them. */
  sent = 0;
  total = 0;
  paused: boolean;
  /** Everything was sent, or the call was stopped. */
  over = false;
  /** How many more pieces to send although it is paused. */
  #steps = 0;
  #goOn: () => void = () => undefined;

  constructor(paused: boolean) {
    this.paused = paused;
  }

  pause(): void {
    this.#set(true, 0);
  }

  resume(): void {
    this.#set(false, 0);
  }

  /** Pauses, and sends the next piece. */
  step(): void {
    this.#set(true, this.#steps + 1);
  }

  /** Starts when `there` resolves; resolves when everything is sent, or the signal is aborted. */
  async write(args: Json, there: Promise<unknown>, signal: AbortSignal, send: (part: Json) => void): Promise<void> {
    const stopped = new Promise((resolve) => signal.addEventListener("abort", resolve));
    await Promise.race([there, stopped, pause(READY_MS)]);
    const parts = partialArguments(args, STEPS);
    this.total = parts.length;
    this.changed();
    for (const part of parts) {
      await this.#turn(stopped, signal);
      if (signal.aborted) {
        break;
      }
      send(part);
      this.sent += 1;
      this.changed();
      if (!this.paused) {
        await Promise.race([stopped, pause(WRITING_MS / parts.length)]);
      }
    }
    // The last piece stays in sight until the person goes on to the call.
    await this.#turn(stopped, signal);
    this.over = true;
    this.changed();
  }

  async #turn(stopped: Promise<unknown>, signal: AbortSignal): Promise<void> {
    while (this.paused && this.#steps === 0 && !signal.aborted) {
      await Promise.race([stopped, new Promise<void>((resolve) => (this.#goOn = resolve))]);
    }
    this.#steps = Math.max(0, this.#steps - 1);
  }

  #set(paused: boolean, steps: number): void {
    this.paused = paused;
    this.#steps = steps;
    this.#goOn();
    this.changed();
  }
}

/** Resolves when the view can receive arguments, or never will. */
export async function listens({ view, protocol, loaded }: FramedView): Promise<void> {
  if (!view || !protocol) {
    return;
  }
  // A view that has not begun to initialize by then uses another protocol, or none.
  const silent = loaded
    .then(() => pause(START_MS))
    .then(() => (protocol.introduced() ? protocol.listening() : undefined));
  await Promise.race([protocol.listening(), silent]);
}
