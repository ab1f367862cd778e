// Sends arguments to a view piece by piece, as a model writes them.

import { READY_MS } from "./frame/frame.ts";
import { partialArguments } from "../../../../view/src/host/partial.ts";
import { pause } from "./pause.ts";
import type { FramedView } from "./framedview.ts";
import type { Json } from "./wire.ts";

// How long to wait for a loaded view to initialize. A slower view misses the first pieces.
const START_MS = 3000;
const WRITING_MS = 1200;
const STEPS = 16;

/** Starts when `there` resolves; resolves when everything is sent, or the signal is aborted. */
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
