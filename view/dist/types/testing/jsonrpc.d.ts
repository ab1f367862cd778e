import type { Loose } from "../values/unchecked.js";
import type { Transport } from "../values/types.js";
import type { Desk } from "./desk.js";
import type { Crossing } from "./types.js";
/** The host's end of MCP Apps. */
export interface Line {
    /** What the runtime speaks into. */
    transport: Transport;
    /** Resolves when the view has said that it is initialized. */
    connected: Promise<void>;
    /** What the view has declared in `ui/initialize`. */
    declared(): Loose;
    /** Sends a notification, once the view is initialized. */
    notify(method: string, params: object): Promise<void>;
    /** Sends a request, once the view is initialized, and rejects with a HostError. */
    ask(method: string, params: object): Promise<unknown>;
    /** Delivers a copy of anything, now. */
    post(message: unknown): void;
    /** Neither end hears the other any more. */
    close(): void;
}
/** What a line needs of its host. */
export interface LineOptions {
    desk: Desk;
    traffic: Crossing[];
    /** What `ui/initialize` is answered; throws to refuse it. */
    greet(params: Loose): object;
    /** After the handshake was refused: the view knows. */
    refused?(): void;
}
/** Opens a line. Each message arrives in a microtask of its own. */
export declare const openLine: ({ desk, traffic, greet, refused }: LineOptions) => Line;
