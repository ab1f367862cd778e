// Combines many calls within a short time into one.

const BATCH_MS = 30;

export function batched(work: () => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return () => {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      work();
    }, BATCH_MS);
  };
}
