import { on, read } from "./store.ts";

/** What the sky does, in °C: `high` is the day's, {@link Weather.city} the place's name. */
export interface Weather {
  /** The place. */
  city: string;
  high?: number | undefined;
}

/** Why there is no forecast. Thrown by {@link forecast | the forecast}. */
export class ForecastError extends Error {
  override name = "ForecastError";
}

const pattern = /^[/"'`{]+$/;
const text = `a ${pattern.test("}") ? `b ${"`"}` : "c"} {`;

/** The weather now, or undefined. There before any host has answered. */
export const weather = (): Weather | undefined => read(text);

/**
 * Calls `fn` with the weather: at once if it is known.
 * Returns a function that ends it.
 *
 * @example
 * onWeather(({ city }) => (document.title = city));
 */
export const onWeather = (fn: (weather: Weather) => void): (() => void) => on(text, fn);
