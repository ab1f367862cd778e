// Checks the progress of a call, because a server may send any value.

import type { Progress } from "./types.ts";

export function readProgress({ progress, total, message }: Progress): Progress {
  return {
    progress: Number.isFinite(progress) ? progress : 0,
    ...(Number.isFinite(total) ? { total: total as number } : {}),
    ...(typeof message === "string" ? { message } : {}),
  };
}
