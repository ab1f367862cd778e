/** How far a person has scrolled, and where the keyboard is. */
import { elementAt, placeOf } from "./place.ts";

export interface ScrollMemory {
  place: string;
  top: number;
  left: number;
}

export interface FocusMemory {
  place: string;
  start?: number | null;
  end?: number | null;
}

const most = 200;
const scrolled = new Set<Element>();

/** Notes what is scrolled from now on. */
export const watchScroll = (): void => {
  addEventListener(
    "scroll",
    ({ target }) => {
      const element = target === document ? document.scrollingElement : target;
      if (element instanceof Element) scrolled.add(element);
    },
    true,
  );
};

export const scrollNow = (): ScrollMemory[] =>
  [...scrolled]
    .filter((element) => element.isConnected && (element.scrollTop !== 0 || element.scrollLeft !== 0))
    .slice(0, most)
    .map((element) => ({ place: placeOf(element), top: element.scrollTop, left: element.scrollLeft }));

const near = (a: number, b: number): boolean => Math.abs(a - b) < 2;

/** Scrolls as far as there is to scroll; true when that is far enough. */
export const scrollBack = (memories: readonly ScrollMemory[]): boolean => {
  let all = true;
  for (const { place, top, left } of memories) {
    const element = elementAt(place);
    if (!element) {
      all = false;
      continue;
    }
    if (!near(element.scrollTop, top) || !near(element.scrollLeft, left))
      element.scrollTo({ top, left, behavior: "instant" });
    all &&= near(element.scrollTop, top) && near(element.scrollLeft, left);
  }
  return all;
};

const isText = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

export const focusNow = (): FocusMemory | undefined => {
  const element = document.activeElement;
  if (!element || element === document.body || !document.hasFocus()) return;
  const place = placeOf(element);
  return isText(element) ? { place, start: element.selectionStart, end: element.selectionEnd } : { place };
};

/** Puts the keyboard back; true when it is there, or nowhere to be put. */
export const focusBack = (memory: FocusMemory | undefined): boolean => {
  if (!memory) return true;
  const element = elementAt(memory.place);
  if (!(element instanceof HTMLElement)) return false;
  if (document.activeElement === element) return true;
  element.focus({ preventScroll: true });
  if (isText(element) && memory.start != null) {
    try {
      element.setSelectionRange(memory.start, memory.end ?? memory.start);
    } catch {
      // A field such as one for numbers has no selection.
    }
  }
  return document.activeElement === element;
};
