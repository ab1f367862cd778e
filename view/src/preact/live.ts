// Generated from ../react by tools/assets. DO NOT EDIT.
import { live } from "../calls/live.ts";
import type { LiveOptions } from "../calls/live.ts";
import { json } from "../values/unchecked.ts";
import { callTool } from "../calls/calltool.ts";
import type { OutputOf, ToolTypes, ViewDataOf } from "../calls/tooltypes.ts";
import type { ToolResult } from "../values/types.ts";
import { useCallback, useEffect, useState } from "./library.ts";
import { useSupported } from "./read.ts";

/** How a tool is followed. */
export interface UseLiveOptions extends Pick<LiveOptions, "interval" | "uri"> {
  /** `false` makes no calls; true when left out. */
  enabled?: boolean;
}

/** What a tool that is followed gives. */
export interface Live<D = unknown, V = unknown> {
  /** Whether the host calls tools. */
  isSupported: boolean;
  /** The last result, also one with `isError`. */
  result: ToolResult<D, V> | undefined;
  /** Its data. */
  data: D | undefined;
  /** Why the last call failed; undefined after one that did not. */
  error: unknown;
  /** There is no answer for these arguments yet. */
  pending: boolean;
  /** When the last result came, in ms since 1970. */
  updated: number | undefined;
  /** Begins anew, with a call at once. */
  refresh: () => void;
}

interface Answer {
  /** What was asked. */
  key?: string;
  result?: ToolResult;
  error?: unknown;
  updated?: number;
}

/**
 * Keeps a result up to date: calls a tool again and again, as long as the component
 * is there and the page is shown. Arguments and options may be new objects in each
 * render: it begins anew when they say something else, as JSON.
 *
 * @param tool - The tool's name.
 * @param args - Its arguments.
 * @param options - How often, or which resource tells that it has changed.
 * @example
 * function Users() {
 *   const { data, pending } = useLive<{ users: number }>("stats", {}, { interval: 5_000 });
 *   return <p>{pending ? "…" : `${data?.users} users`}</p>;
 * }
 */
export const useLive = <T = unknown, V = ViewDataOf<T>>(
  tool: string,
  args?: T extends ToolTypes ? T["input"] : object,
  { interval, uri, enabled = true }: UseLiveOptions = {},
): Live<OutputOf<T>, V> => {
  const isSupported = useSupported(callTool);
  const [last, setLast] = useState<Answer>({});
  const [round, setRound] = useState(0);
  const refresh = useCallback(() => setRound((round) => round + 1), []);
  const key = json([tool, args, interval, uri]);
  /** The answer, unless it is to another question. */
  const fitting = (answer: Answer): Answer => (answer.key === key ? answer : { key });
  useEffect(() => {
    if (!enabled) return;
    return live<OutputOf<T>, V>(
      tool,
      {
        args: args as object | undefined,
        interval,
        uri,
        onError: (error) => setLast((last) => ({ ...fitting(last), error })),
      },
      (result) => setLast({ key, result, updated: Date.now() }),
    );
  }, [key, round, enabled]);
  const { result, error, updated } = fitting(last);
  return {
    isSupported,
    result: result as ToolResult<OutputOf<T>, V> | undefined,
    data: result?.data as OutputOf<T> | undefined,
    error,
    pending: enabled && last.key !== key,
    updated,
    refresh,
  };
};
