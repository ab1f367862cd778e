/**
 * The sky as hooks. Before the first look there is none; {@link weather} is the call.
 *
 * @module
 */
export { Umbrella, useForecast, useWeather } from "./weather.ts";
export type { Look } from "./weather.ts";
export type { Weather } from "../weather.ts";

import "../index.ts";
