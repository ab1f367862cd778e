// The arguments as a model writes them, piece by piece, to a view that is there by
// then.

import { READY_MS } from "./host/frame.ts";
import { partialArguments } from "./host/partial.ts";
import { pause } from "./pause.ts";
import type { Showing } from "./showing.ts";
import type { Json } from "./wire.ts";

// A view that takes longer, once it has loaded, misses what the model writes.
const START_MS = 3000;
const WRITING_MS = 1200;
const STEPS = 16;

/** Writes as soon as the view is there; resolves when all is written, or the signal is aborted. */
export async function writeArguments(
  args: Json,
  there: Promise<unknown>,
  signal: AbortSignal,
  write: (part: Json) => void,
): Promise<void> {
  const stopped = new Promise((resolve) => signal.addEventListener("abort", resolve));
  await Promise.race([there, stopped, pause(READY_MS)]);
  const parts = partialArguments(args, STEPS);
  for (const part of parts) {
    if (signal.aborted) {
      return;
    }
    write(part);
    await Promise.race([stopped, pause(WRITING_MS / parts.length)]);
  }
}

/** Resolves when the view that was opened can be told something, or there is none that will be. */
export async function listens({ view, protocol, loaded }: Showing): Promise<void> {
  if (!view || !protocol) {
    return;
  }
  // A view that has not even said hello by then speaks another protocol, or none.
  const silent = loaded
    .then(() => pause(START_MS))
    .then(() => (protocol.introduced() ? protocol.listening() : undefined));
  await Promise.race([protocol.listening(), silent]);
}
