/**
 * Fake skies.
 *
 * ```ts
 * import { sky } from "@oriel/view/testing";
 *
 * sky();
 * ```
 *
 * One at a time.
 *
 * @module
 */
export { sky } from "./sky.ts";
export type { Heaven } from "./sky.ts";
