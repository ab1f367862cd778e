// A result with a counter below it, whose state is not to be lost.
import { mount, ResultTransition } from "@oriel/view/react";
import { useState } from "framework";

const { plan } = globalThis as any;
const counts = { started: 0, running: 0, most: 0, mounts: 0 };
const start = document.startViewTransition?.bind(document);
if (plan.without) Object.defineProperty(document, "startViewTransition", { value: undefined });
else
  document.startViewTransition = ((update: any) => {
    counts.started++;
    counts.most = Math.max(counts.most, ++counts.running);
    if (plan.stuck) {
      // As in a frame that is never painted: the update runs when it is skipped.
      let skip!: () => void;
      const skipped = new Promise<void>((resolve) => (skip = resolve));
      const done = skipped.then(update);
      const finished = done.finally(() => counts.running--);
      return { ready: Promise.reject(new Error("skipped")), updateCallbackDone: done, finished, skipTransition: skip };
    }
    const transition = start!(update);
    transition.finished.finally(() => counts.running--);
    return transition;
  }) as any;

const Counter = () => {
  const [n, setN] = useState(0);
  useState(() => counts.mounts++);
  return (
    <button id="n" onClick={() => setN(n + 1)}>
      {n}
    </button>
  );
};

const App = () => {
  const [isThere, show] = useState(true);
  Object.assign(globalThis, { show });
  return isThere ? (
    <ResultTransition>
      {(result) => (
        <main>
          <h1 id="text">{result?.text ?? "…"}</h1>
          <Counter />
        </main>
      )}
    </ResultTransition>
  ) : (
    <p id="gone">gone</p>
  );
};

mount(App);
Object.assign(globalThis, { counts });
