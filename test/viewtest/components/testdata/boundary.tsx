// Something that throws when it is told to.
import { toolResult } from "@oriel/view";
import { ErrorBoundary, mount, useToolResult } from "@oriel/view/react";
import { useState } from "framework";

const { plan } = globalThis as any;
const errors: unknown[] = [];
const things: Record<string, unknown> = {
  error: new Error("Lisbon has no tides"),
  long: new Error("tides ".repeat(1000)),
  text: "just a text",
  null: null,
  bare: Object.create(null),
  symbol: Symbol("s"),
  markup: new Error("<img src=x onerror=alert(1)>"),
};
const state = { throws: plan.throws as string | undefined };

const Chart = () => {
  const { text } = useToolResult();
  const [, render] = useState({});
  Object.assign(globalThis, { fail: (what: string) => ((state.throws = what), render({})) });
  if (state.throws) throw things[state.throws];
  return <p id="chart">chart {text}</p>;
};

const { custom, stack, title, retryLabel } = plan;
mount(() => (
  <ErrorBoundary
    {...(custom === "node" && { fallback: <b id="custom">custom</b> })}
    {...(custom === "function" && {
      fallback: ({ error, retry }: any) => (
        <button id="custom" onClick={retry}>
          {error.message}
        </button>
      ),
    })}
    {...{ stack, title, retryLabel }}
    onError={(error) => {
      errors.push(error);
      if (plan.handlerThrows) throw new Error("the handler itself");
    }}
  >
    <Chart />
  </ErrorBoundary>
));
Object.assign(globalThis, { errors, state, toolResult });
