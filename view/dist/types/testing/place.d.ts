/** A fake host's hold on the window. */
export interface Place {
    /** Sets a global until the host leaves; undefined removes it until then. */
    put(name: string, value: unknown): void;
    /** Dispatches a message event that comes from this window object. */
    postFrom(source: unknown, data: unknown): void;
    /** Dispatches an event with this detail. */
    announce(type: string, detail: object): void;
    /** Does this when the host leaves. */
    atLeave(restore: () => void): void;
    /** Puts everything back. */
    leave(): void;
}
/** Takes the window for a fake host. Throws without a DOM, and while another host has it. */
export declare const occupy: (kind: string) => Place;
