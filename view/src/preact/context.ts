// Generated from ../react by tools/assets. DO NOT EDIT.
import { context } from "../data/context.ts";
import { object, text } from "../values/unchecked.ts";
import type { ContainerDimensions, HostContext, UserLocation } from "../values/types.ts";
import { derived, useRead } from "./read.ts";

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

/** A read of lengths in the context. What is no length counts as one that is missing. */
const pixels = <N extends string, M extends number | undefined>(member: string, names: readonly N[], missing: M) =>
  derived(
    () => context()[member],
    (given) =>
      Object.fromEntries(
        names.map((name) => [name, Number.isFinite(object(given)[name]) ? object(given)[name] : missing]),
      ) as Record<N, number | M>,
  );

// Hosts say again what they have said, and what a call has brought about already.
const steady = /* @__PURE__ */ derived(context, (context) => context);

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
export const useHostContext = (): HostContext => useRead(steady);

const user = /* @__PURE__ */ derived(
  context,
  ({ locale, timeZone, userLocation, userAgent }): User => ({
    locale: text(locale) || undefined,
    timeZone: text(timeZone) || undefined,
    location: userLocation ?? undefined,
    userAgent: text(userAgent) || undefined,
  }),
);

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
export const useUser = (): User => useRead(user);

const safeArea = /* @__PURE__ */ pixels("safeAreaInsets", ["top", "right", "bottom", "left"], 0);

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
export const useSafeArea = (): SafeArea => useRead(safeArea);

const container = /* @__PURE__ */ pixels("containerDimensions", ["width", "maxWidth", "height", "maxHeight"], undefined);

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
export const useContainer = (): ContainerDimensions => useRead(container);
