import type { Loose } from "../values/unchecked.js";
import type { HostContext } from "../values/types.js";
import type { Desk } from "./desk.js";
import type { Place } from "./place.js";
import type { Crossing, FakeHost, FakeHostOptions } from "./types.js";
/** What a kind of host does in its own way. Each promise resolves when the view has been told. */
export interface Way {
    connected: Promise<void>;
    input(input: object): Promise<void>;
    partial(input: object): Promise<void>;
    result(result: Loose): Promise<void>;
    cancelled(reason?: string): Promise<void>;
    context(change: HostContext): Promise<void>;
    teardown(reason?: string): Promise<void>;
    /** Asks the view; undefined where the host can't. */
    ask?(method: string, params: object): Promise<unknown>;
    /** What the view has declared, where it can. */
    declared?(): Loose;
    post(message: unknown): void;
    close(): void;
}
/** What a kind of host gets to work with. */
export interface Tools {
    place: Place;
    desk: Desk;
    traffic: Crossing[];
    /** The surroundings as they are now. */
    context(): HostContext;
}
/** A fake host of one kind: what all have in common, around its own way. */
export declare const fakeHost: (kind: FakeHost["kind"], options: FakeHostOptions, defaults: HostContext, open: (tools: Tools) => Way) => FakeHost;
