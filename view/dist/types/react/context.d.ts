import type { ContainerDimensions, HostContext, UserLocation } from "../values/types.js";
/** About the user, as far as the host says it. */
export interface User {
    /** BCP 47: `"pt-PT"`. */
    locale: string | undefined;
    /** IANA: `"Europe/Lisbon"`; the browser's where the host says none. */
    timeZone: string | undefined;
    /** About where the user is; ChatGPT alone says it. */
    location: UserLocation | undefined;
    /** What the host calls itself to web servers, or a name of its own. */
    userAgent: string | undefined;
}
/** How far from each edge the host covers the view, in CSS pixels. */
export interface SafeArea {
    top: number;
    right: number;
    bottom: number;
    left: number;
}
/**
 * Everything the host says about the view's surroundings: a new object after each
 * change.
 *
 * @example
 * function Device() {
 *   const { platform, deviceCapabilities } = useHostContext();
 *   return <p>{platform ?? "Unknown"}{deviceCapabilities?.touch && ", by touch"}</p>;
 * }
 */
export declare const useHostContext: () => HostContext;
/**
 * What the host says about the user: language, time zone, about where, and with
 * which program. All of it may be missing, and the place may be wrong. The same
 * object until something changes.
 *
 * @example
 * function Today() {
 *   const { locale, timeZone, location } = useUser();
 *   return <p>{new Date().toLocaleDateString(locale, { timeZone })} {location?.city}</p>;
 * }
 */
export declare const useUser: () => User;
/**
 * How far from each edge the host covers the view, in CSS pixels; zeros where it
 * says nothing. The same object until something changes.
 *
 * @example
 * function Page() {
 *   const { top, bottom } = useSafeArea();
 *   return <main style={{ paddingTop: top, paddingBottom: bottom }}>…</main>;
 * }
 */
export declare const useSafeArea: () => SafeArea;
/**
 * The room that the host gives the view, in CSS pixels: fixed (`width`, `height`) or
 * up to a limit (`maxWidth`, `maxHeight`); empty where it says nothing. The same
 * object until something changes.
 *
 * @example
 * function List({ rows }: { rows: string[] }) {
 *   const { maxHeight = 400 } = useContainer();
 *   return <ul>{rows.slice(0, maxHeight / 40).map((row) => <li key={row}>{row}</li>)}</ul>;
 * }
 */
export declare const useContainer: () => ContainerDimensions;
