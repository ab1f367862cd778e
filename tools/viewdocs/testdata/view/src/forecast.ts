import { optional } from "./capability.ts";
import type { Weather } from "./weather.ts";

interface Waiting {
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
  /** Hears of each day. */
  onDay?: ((day: number) => void) | undefined;
}

export interface ForecastOptions extends Waiting {
  /** How many days, 1 to 14. */
  days?: number;
  [key: string]: unknown;
}

/**
 * Asks for the weather of the next days (e.g. tomorrow). Its result says
 * more than {@link weather}:
 *
 * - one entry a day
 * - in order
 *
 * @param city - Where, a|b.
 * @param options - Which days. A lot
 * of them takes long.
 * @returns One for each day.
 * @throws ViewError: -32602 no such city; -32000 the host refused.
 * @throws RangeError for too many days.
 * @example
 * const { high } = (await forecast<Weather>("Lisbon", { days: 2 }))[0]!;
 * document.title = `forecast: ${high}`; // forecast of today
 * @support mcp-apps native `tools/call`
 * @support bare refuses -32601
 * @support chatgpt native `tools/call`
 * @support openai native `callTool`
 * @support mcp-ui fallback today's weather, through `tool`
 * @support standalone nothing, by its nature
 */
export const forecast = /* @__PURE__ */ optional(
  ["serverTools", "callTool"],
  async <T extends Weather = Weather>(city: string, { days = 1, signal }: ForecastOptions = {}, zone = "UTC"): Promise<T[]> =>
    ask(city, days, signal, zone),
);

/**
 * A temperature as people say it.
 *
 * @local
 * @example
 * import { roundUp } from "@oriel/view";
 * document.title = String(roundUp(20.5));
 */
export function roundUp(celsius: number): number {
  return Math.ceil(celsius);
}
