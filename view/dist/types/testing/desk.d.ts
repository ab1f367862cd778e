import type { Loose } from "../values/unchecked.js";
import type { Sent } from "./sent.js";
import type { FakeHostOptions, ToolRun } from "./types.js";
/** Takes a request's params and returns its result. */
export type Answer = (params: Loose, run: ToolRun) => unknown;
/** Answers what a view asks, whatever way it came. */
export interface Desk {
    /** What the view has asked for. */
    sent: Sent[];
    /** Takes down what needs no answer. */
    note(name: string, params: Loose): void;
    /** Answers a request; rejects with a HostError. */
    answer(name: string, params: Loose, run?: ToolRun): Promise<unknown>;
    /** Answers one more kind of request, unless the test does. */
    offer(name: string, answer: Answer): void;
    /** Refuses a request until the function that it returns is called. */
    fail(name: string, code?: number, message?: string): () => void;
}
/** Opens the desk of a host with this server behind it, and answers of the host's own. */
export declare const openDesk: ({ tools, resources, requests }: FakeHostOptions, own: Record<string, Answer>) => Desk;
