import type { Protocol, Setup } from "../host/protocol.js";
import type { Json } from "../host/types.js";
import type { HostContext } from "../values/types.js";
import type { Loose } from "../values/unchecked.js";
import type { Offer } from "./capabilities.js";
import type { Place } from "./place.js";
import type { Crossing, FakeHost, FakeHostOptions } from "./types.js";
/** What a kind of fake host does in its own way. */
export interface Way {
    host: Protocol;
    /** Resolves when the view has connected. */
    connected: Promise<void>;
    /** Delivers anything to the view. */
    post(message: unknown): void;
    /** Asks the view; undefined where the host can't. */
    ask?(method: string, params: Json): Promise<unknown>;
    /** What the view has declared, where it can. */
    declared?(): Loose;
    close(): void;
}
/** What a kind of fake host gets to work with. */
export interface Tools {
    place: Place;
    traffic: Crossing[];
    /** The set-up of the host, without the port to the view. */
    setup: Omit<Setup, "port">;
    /** Resolves when the view has said that it is initialized. */
    initialized: Promise<void>;
    context(): HostContext;
}
/** What a kind of fake host is by default. */
export interface Kind {
    kind: FakeHost["kind"];
    hostInfo: {
        name: string;
        version: string;
    };
    offer: Offer;
    context: HostContext;
    files?: readonly File[];
}
/** A fake host of one kind: the host engine with a scripted server behind it, around the kind's own way to the view. */
export declare const fakeHost: ({ kind, hostInfo, offer, context: defaults, files }: Kind, options: FakeHostOptions, open: (tools: Tools) => Way) => FakeHost;
