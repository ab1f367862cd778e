// What both pages do: play the host, look at the view, and say what is wrong.
const problems: string[] = [];
let looks = 0;

/** Says so if two values are not the same JSON. */
export const same = (what: string, got: unknown, want: unknown): void => {
  looks++;
  const [one, other] = [JSON.stringify(got), JSON.stringify(want)];
  if (one !== other) problems.push(`${what}: ${one}, want ${other}`);
};

/** Says so if the promise does not reject with this code. */
export const refuses = async (what: string, code: number, promise: Promise<unknown>): Promise<void> => {
  try {
    same(what, await promise, "an error");
  } catch (error) {
    same(what, [(error as Error).name, (error as { code?: number }).code], ["ViewError", code]);
  }
};

/** Lets the view render: effects and all. */
export const rendered = async (): Promise<void> => {
  for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
};

/** The text of what the view shows. */
export const shown = (): string => document.getElementById("root")!.textContent ?? "";

/** Runs a trial, and leaves its outcome for the test. */
export const run = (trial: () => Promise<void>): void => {
  trial()
    .catch((error) => void problems.push(String((error as Error).stack ?? error)))
    .finally(() => Object.assign(globalThis, { outcome: { problems, looks } }));
};
