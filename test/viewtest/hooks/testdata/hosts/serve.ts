// A host that the view's page tells what to do, so that a page plays its part and
// the host's in order. It is told beside all that hosts and views say to each other,
// who never see it: a host imports this before all else.

import { pause, seen, view } from "../../../../interop/testdata/hosts/page.ts";

type Doing = (...args: any[]) => unknown;

/** What a host can be told; one that can't do it has no such member. */
export interface Doings {
  partial?(args: object): unknown;
  input(args: object): unknown;
  result(result: object): unknown;
  cancel?(reason: string): unknown;
  change(news: object): unknown;
  viewTool?(n: number): unknown;
  teardown?(): unknown;
  refuse?(): unknown;
}

/** What it has seen since it was asked last, of which sizes come when they like. */
const take: Doing = () => {
  const { size, view: who, ...rest } = seen;
  for (const name in rest) delete seen[name];
  return rest;
};

let go: (() => void) | undefined;
let arrived = (): void => {};
pause.between = () =>
  new Promise((resolve) => {
    go = () => {
      go = undefined;
      resolve();
    };
    arrived();
  });
/** Resolves when the slow tool waits. */
const paused: Doing = () =>
  go
    ? undefined
    : new Promise<void>((resolve) => {
        arrived = resolve;
      });

const all: Record<string, Doing> = { take, paused, go: () => go?.(), size: () => seen.size };

// Before all other listeners of the page, so that they never see it.
addEventListener("message", async (event) => {
  const { data, source } = event;
  if (source !== view || data?.stage === undefined) return;
  event.stopImmediatePropagation();
  const [name, ...args] = data.do;
  const value = await Promise.resolve()
    .then(() => all[name]?.(...args))
    .catch(({ message }) => ({ refused: String(message) }));
  // What it has sent without waiting is on its way by then.
  await new Promise((done) => setTimeout(done));
  view.postMessage({ stage: data.stage, value }, "*");
});

export const serve = (doings: Doings): void => void Object.assign(all, doings);
