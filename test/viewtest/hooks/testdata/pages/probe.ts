// A component around each hook, which notes what it was given each time that it
// was drawn, and says only what changed.

import { useLayoutEffect } from "#library";
import { plain } from "./stage.ts";

/** What a hook did since the last look. */
export interface Look {
  /** The value, where it is another one than before. */
  value?: unknown;
  /** How often it was drawn with a value that looks the same as before. */
  wasted?: number;
  /** Functions that are others than before. */
  unstable?: string[];
}

interface Track {
  now: any;
  shown: string | undefined;
  told: string | undefined;
  wasted: number;
  unstable: Set<string>;
}

const tracks = new Map<string, Track>();

const functions = (value: any): [string, unknown][] =>
  (typeof value === "function" ? [["itself", value] as [string, unknown]] : Object.entries(Object(value))).filter(
    ([, member]) => typeof member === "function",
  );

/** A component, and what its hook gave last. */
export interface Probe {
  (props: object): null;
  hook: string;
  now(): any;
  /** The hook in a component that notes nothing. */
  bare(): null;
}

/** The component of one hook. What it shows of the value is all, unless `pick` says what. */
export const probe = (name: string, use: () => unknown, pick: (value: any) => unknown = (value) => value): Probe => {
  const track: Track = { now: undefined, shown: undefined, told: undefined, wasted: 0, unstable: new Set() };
  tracks.set(name, track);
  let last: unknown;
  let whole: string | undefined;
  const Probe = () => {
    const value = use();
    const drawing = {};
    useLayoutEffect(() => {
      // Strict mode runs the effects of one drawing twice.
      if (last === drawing) return;
      last = drawing;
      const json = JSON.stringify(plain(value));
      if (whole === json) track.wasted++;
      whole = json;
      const before = new Map(functions(track.now));
      for (const [member, f] of functions(value))
        if (before.has(member) && before.get(member) !== f) track.unstable.add(member);
      track.now = value;
      track.shown = JSON.stringify(plain(pick(value)));
    });
    return null;
  };
  return Object.assign(Probe, { hook: name, now: () => track.now, bare: () => (use(), null) });
};

/** What a hook gave last. */
export const now = (name: string): any => tracks.get(name)!.now;

/** What the hooks did since the last look; those that did nothing are left out. */
export const look = (): Record<string, Look> => {
  const looks: Record<string, Look> = {};
  for (const [name, track] of tracks) {
    const found: Look = {};
    if (track.shown !== track.told) found.value = JSON.parse(track.shown ?? "null");
    if (track.wasted) found.wasted = track.wasted;
    if (track.unstable.size) found.unstable = [...track.unstable];
    track.told = track.shown;
    track.wasted = 0;
    track.unstable.clear();
    if (Object.keys(found)[0]) looks[name] = found;
  }
  return looks;
};
