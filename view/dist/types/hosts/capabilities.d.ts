import type { Capabilities } from "./features.js";
/**
 * What this host lets the view do, from what it advertised and from the methods of
 * `window.openai`: frozen, the same object until something changes, then a new
 * one. Before a host has answered, and without one, it has nothing.
 *
 * @example
 * button.hidden = capabilities().displayModes.length < 2;
 */
export declare const capabilities: () => Capabilities;
