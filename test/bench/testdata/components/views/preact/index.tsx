/** @jsxImportSource preact */
// The view of examples/hello as a component: it shows its result, calls a tool,
// and keeps state.
import { getState, setState } from "@oriel/view";
import { useCallTool, useToolResult } from "@oriel/view/preact";
import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";

type Greeting = { greeting: string };

interface State extends Greeting {
  count: number;
}

export default function Hello() {
  const { data, text } = useToolResult<Greeting>();
  const { callTool, error } = useCallTool<Greeting>("greet");
  const [kept, keep] = useState(getState<State>);

  async function greet(event: TargetedSubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const result = await callTool(Object.fromEntries(new FormData(event.currentTarget))).catch(() => undefined);
    if (!result?.data) return;
    const next = { greeting: result.data.greeting, count: (kept?.count ?? 0) + 1 };
    setState<State>(next);
    keep(next);
  }

  return (
    <>
      <h2 data-testid="greeting">{error ? String(error) : (kept?.greeting ?? data?.greeting ?? (text || "…"))}</h2>
      <form onSubmit={greet}>
        <input name="name" aria-label="Name" required />
        <button>Greet</button>
      </form>
      <p data-testid="count">{kept && `Greeted from here: ${kept.count}`}</p>
    </>
  );
}
