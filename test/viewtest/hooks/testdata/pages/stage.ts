// What a page of the tests needs of its surroundings: a word with its host, and to
// know when all that was told has been drawn.

const waiting = new Map<number, (answer: { value?: unknown }) => void>();
let count = 0;

addEventListener("message", ({ source, data }) => {
  if (source !== parent || data?.stage === undefined) return;
  waiting.get(data.stage)?.(data);
  waiting.delete(data.stage);
});


/** Asks the host, which answers at once: `take` is what it has seen since the last time. */
export const ask = async (...what: [name: string, ...args: unknown[]]): Promise<any> =>
  (
    await new Promise<{ value?: unknown }>((resolve) => {
      waiting.set(++count, resolve);
      parent.postMessage({ stage: count, do: what }, "*");
    })
  ).value;

/** Lets the host do something, if it can, and waits until what came of it is drawn. */
export const tell = async (...what: [name: string, ...args: unknown[]]): Promise<void> => {
  await ask(...what);
  await drawn();
};

export const wait = (ms = 0): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** A frame, or as long as one may take where none is drawn. */
const frame = (): Promise<unknown> => Promise.race([new Promise(requestAnimationFrame), wait(100)]);

/** When libraries have drawn what they know, and run what they do afterwards. */
export const drawn = async (): Promise<void> => {
  await frame();
  await wait();
  await wait();
};

/** Waits until it is true. */
export const until = async (true_: () => unknown, what: string): Promise<void> => {
  const end = performance.now() + 10_000;
  while (!(await true_())) {
    if (performance.now() > end) throw new Error(`waiting for ${what}`);
    await wait(10);
  }
};

/** A value as JSON can hold it: undefined is null, a function is its sign, an error its code. */
export const plain = (value: unknown): unknown => {
  if (typeof value === "function") return "ƒ";
  if (value instanceof Error) return { error: (value as { code?: unknown }).code ?? value.message };
  if (value instanceof Date) return "date";
  if (Array.isArray(value)) return value.map(plain);
  if (value === undefined) return null;
  if (!value || typeof value !== "object") return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, plain(member)]));
};

/** What came of a promise: its value, or the code it was rejected with. */
export const outcome = async (promise: unknown): Promise<unknown> => {
  try {
    return { gives: plain(await promise) };
  } catch (error) {
    return { fails: (error as { code?: unknown }).code ?? String(error) };
  }
};
