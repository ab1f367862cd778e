// Work that many changes ask for and that is done once for all of them.

const BATCH_MS = 30;

export function soon(work: () => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return () => {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      work();
    }, BATCH_MS);
  };
}
