// What compiles, and what does not, with the types of tools: tsc checks it.
import assert from "node:assert/strict";
import { test } from "node:test";
import type * as Hooks from "../src/react/index.ts";
import type * as Preact from "../src/preact/index.ts";

interface Tools {
  forecast: { input: { city: string; days?: number }; output: { high: number }; viewData: { hours: number[] } };
  ping: { input: { loud?: boolean }; output: string; viewData: unknown };
}

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const is = <A, B>(_: Same<A, B>): void => {};

/** Never called: hooks need a component. */
const components = ({ useCallTool, useLive, useToolInput, useToolInputPartial, useToolResult }: typeof Hooks) => {
  const { data, viewData } = useToolResult<Tools["forecast"]>();
  is<typeof data, { high: number } | undefined>(true);
  is<typeof viewData, { hours: number[] } | undefined>(true);
  // @ts-expect-error -- the data has no such field
  void data?.low;
  // @ts-expect-error -- nor has the view data
  void viewData?.days;
  // @ts-expect-error -- there is no such tool
  useToolResult<Tools["forecst"]>();

  const stranger = useToolResult<{ high: number }>();
  is<typeof stranger.data, { high: number } | undefined>(true);
  is<typeof stranger.viewData, unknown>(true);
  is<ReturnType<typeof useToolResult>["data"], unknown>(true);

  is<ReturnType<typeof useToolInput<Tools["forecast"]>>, { city: string; days?: number } | undefined>(true);
  is<ReturnType<typeof useToolInputPartial<Tools["ping"]>>["partialInput"], { loud?: boolean } | undefined>(true);

  const forecast = useCallTool<Tools, "forecast">("forecast", { abortOnUnmount: true });
  is<typeof forecast.data, { high: number } | undefined>(true);
  void forecast.callTool({ city: "Lisbon" }, { signal: AbortSignal.timeout(1) }).then(({ viewData }) => viewData?.hours[0]);
  // @ts-expect-error -- an argument of another type
  void forecast.callTool({ city: 1 });
  // @ts-expect-error -- an argument that there is not
  void forecast.callTool({ city: "Lisbon", unit: "C" });
  // @ts-expect-error -- a missing argument
  void forecast.callTool();
  // @ts-expect-error -- a field that the result has not
  void forecast.data?.low;
  // @ts-expect-error -- another tool's name
  useCallTool<Tools, "forecast">("ping");
  // @ts-expect-error -- no tool's name
  useCallTool<Tools, "forecst">("forecst");

  // Where all arguments may be left out, they may.
  void useCallTool<Tools, "ping">("ping").callTool();

  const untyped = useCallTool<{ high: number }, { hours: number[] }>("any");
  is<typeof untyped.data, { high: number } | undefined>(true);
  is<typeof untyped.result, Hooks.ToolCall<object, { high: number }, { hours: number[] }>["result"]>(true);
  void untyped.callTool({ whatever: 1 });
  const texts = useCallTool<string, string>("any");
  is<typeof texts.data, string | undefined>(true);
  const unknowns = useCallTool("any");
  is<typeof unknowns.data, unknown>(true);

  void useCallTool().callTool<number>("any", {}).then(({ data }) => data?.toFixed());

  const live = useLive<Tools["forecast"]>("forecast", { city: "Lisbon" });
  is<typeof live.data, { high: number } | undefined>(true);
  // @ts-expect-error -- an argument of another type
  useLive<Tools["forecast"]>("forecast", { city: 1 });
  is<ReturnType<typeof useLive<{ users: number }>>["data"], { users: number } | undefined>(true);
};

/** A state that is not there until it is kept or set. */
const states = ({ useWidgetState }: typeof Hooks) => {
  is<ReturnType<typeof useWidgetState<{ tab: number }>>["state"], { tab: number } | undefined>(true);
  const { state, setState } = useWidgetState<{ tab: number }>();
  is<typeof state, { tab: number } | undefined>(true);
  setState((now) => ({ tab: (now?.tab ?? 0) + 1 }));
  // @ts-expect-error -- the state has no such field
  void state?.page;
  const begun = useWidgetState({ tab: 0 });
  is<typeof begun.state, { tab: number }>(true);
};

/** What the function among the children of a Pending gets. */
type Shown<P> = P extends { children?: infer C } ? Parameters<Extract<C, (result: never) => unknown>>[0] : never;
type PendingOf<T> = Shown<Hooks.PendingProps<T>>;

/** Pending unwraps a tool as useToolResult does. */
const pending = ({ Pending }: typeof Hooks) => {
  is<PendingOf<Tools["forecast"]>["data"], { high: number } | undefined>(true);
  is<PendingOf<Tools["forecast"]>["viewData"], { hours: number[] } | undefined>(true);
  is<PendingOf<{ high: number }>["data"], { high: number } | undefined>(true);
  is<PendingOf<{ high: number }>["viewData"], unknown>(true);
  is<Shown<Preact.PendingProps<Tools["forecast"]>>["data"], { high: number } | undefined>(true);
  Pending<Tools["forecast"]>({ children: ({ data, viewData }) => String((data?.high ?? 0) + (viewData?.hours[0] ?? 0)) });
  // @ts-expect-error -- the data has no such field
  Pending<Tools["forecast"]>({ failed: ({ data }) => String(data?.low) });
};

type OnlyHooks<M> = { [K in keyof M as K extends `use${string}` ? K : never]: M[K] };

/** Preact's are the same; its own types of nodes and of refs do not show. */
const alike = (hooks: OnlyHooks<typeof Preact>): OnlyHooks<typeof Hooks> => hooks;

test("the types of the hooks are those of the tools", () => {
  assert.equal(typeof components, "function");
  assert.equal(typeof pending, "function");
  assert.equal(typeof states, "function");
  assert.equal(typeof alike, "function");
});
