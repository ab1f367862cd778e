/**
 * A runtime as small as its pages can be tried with.
 *
 * @module
 */
export { onWeather, weather } from "./weather.ts";
export { forecast, roundUp } from "./forecast.ts";
export type { ForecastError, Weather } from "./weather.ts";
export * from "./places.ts";
import "./start.ts";
