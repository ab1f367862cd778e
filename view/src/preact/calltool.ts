// Generated from ../react by tools/assets. DO NOT EDIT.
import type { Progress } from "../protocol/rpc.ts";
import { callTool } from "../calls/calltool.ts";
import type { CallOptions } from "../calls/calltool.ts";
import type { CallArgs, InputOf, OutputOf, ViewDataOf } from "../calls/tooltypes.ts";
import type { ToolResult } from "../values/types.ts";
import { useCallback, useEffect, useState } from "./library.ts";
import { useSupported } from "./read.ts";

/** How calls of a tool are followed. */
export interface UseCallToolOptions {
  /** Whether the call that runs is cancelled when the component goes; false when left out. */
  abortOnUnmount?: boolean;
}

/** The calls of one tool. */
export interface ToolCall<I = object, D = unknown, V = unknown> {
  /** Whether the host calls tools. */
  isSupported: boolean;
  /**
   * Calls the tool. It rejects as the core's `callTool` does; who does not look at
   * the promise finds that in `error`.
   */
  callTool: (...args: CallArgs<I>) => Promise<ToolResult<D, V>>;
  /** The last call runs. */
  pending: boolean;
  /** What the last call that ended well gave, also while the next one runs. */
  result: ToolResult<D, V> | undefined;
  /** Its data. */
  data: D | undefined;
  /** Why the last call was not made. A tool that fails gives a result with `isError` instead. */
  error: unknown;
  /** How far the call that runs is, if it says so. */
  progress: Progress | undefined;
  /** Gives up the call that runs: its promise rejects, and the host is told to cancel. */
  cancel: () => void;
  /** Forgets result and error, and does not wait for the call that runs. */
  reset: () => void;
}

/** A tool's name, but not where `Tools` and a name are the types: that name has to be one of the tools. */
type NameUnlessTyped<V> = NoInfer<V> extends string ? (string extends NoInfer<V> ? string : never) : string;

/** How the last call stands; what is missing is undefined. */
interface State extends Partial<Pick<ToolCall, "result" | "error" | "progress">> {
  pending: boolean;
}

const idle: State = { pending: false };

/** Calls tools, and says of the last call how it stands. */
const follow = (change: (next: (state: State) => State) => void) => {
  let last: AbortController | undefined;
  /** News of the last call, which say all but what the one before has given. */
  const tell = (news: Partial<State>) => change(({ result }) => ({ ...idle, result, ...news }));
  return {
    call(name: string, args?: object, options: CallOptions = {}): Promise<ToolResult> {
      const { signal, onProgress } = options;
      const own = (last = new AbortController());
      const stop = () => own.abort(signal!.reason);
      const end = (news: Partial<State>) => {
        signal?.removeEventListener("abort", stop);
        if (own !== last) return;
        last = undefined;
        tell(news);
      };
      tell({ pending: true });
      if (signal?.aborted) stop();
      signal?.addEventListener("abort", stop);
      const answer = callTool(name, args, {
        signal: own.signal,
        onProgress(progress) {
          if (own === last) tell({ pending: true, progress });
          onProgress?.(progress);
        },
      });
      answer.then(
        (result) => end({ result }),
        (error) => end({ error }),
      );
      return answer;
    },
    cancel(): void {
      if (!last) return;
      last.abort();
      last = undefined;
      tell({});
    },
    reset(): void {
      last = undefined;
      change(() => idle);
    },
  };
};

/**
 * The calls of one tool, and how the last of them stands; the answer to one that
 * was overtaken by the next is for its caller alone. Without a name, the plain call
 * for any tool.
 *
 * `useCallTool<Tools, "forecast">("forecast")` knows the types of the tool from the
 * generated `Tools`; `useCallTool<Forecast>("forecast")` is told the type of the data.
 *
 * @example
 * function Refresh() {
 *   const { callTool, pending, data, error } = useCallTool<Forecast>("forecast");
 *   return (
 *     <button disabled={pending} onClick={() => callTool({ city: "Lisbon" })}>
 *       {error ? String(error) : (data?.high ?? "Refresh")}
 *     </button>
 *   );
 * }
 */
export const useCallTool: {
  (): { isSupported: boolean; callTool: typeof callTool };
  <D = unknown, V = unknown>(
    name: NameUnlessTyped<V>,
    options?: UseCallToolOptions,
  ): ToolCall<object, D, V>;
  <Tools, N extends keyof Tools & string>(
    name: N,
    options?: UseCallToolOptions,
  ): ToolCall<InputOf<Tools[N]>, OutputOf<Tools[N]>, ViewDataOf<Tools[N]>>;
} = (name?: string, { abortOnUnmount }: UseCallToolOptions = {}) => {
  const isSupported = useSupported(callTool);
  const [state, setState] = useState(idle);
  const [{ call, cancel, reset }] = useState(() => follow(setState));
  const named = useCallback((args?: object, options?: CallOptions) => call(name!, args, options), [name]);
  useEffect(() => (abortOnUnmount ? cancel : undefined), [abortOnUnmount]);
  // What one tool gave is nothing that another gives.
  useEffect(() => reset, [name]);
  return (
    name === undefined
      ? { isSupported, callTool }
      : { isSupported, ...state, data: state.result?.data, callTool: named, cancel, reset }
  ) as never;
};
