/** What a person has typed and chosen. */
import { elementAt, placeOf } from "./place.ts";

/** A field as it was left. */
export interface FieldMemory {
  place: string;
  /** A field of another kind at its place is another one. */
  kind: string;
  value: string | boolean | string[];
}

const most = 200;
const longest = 100_000;
/** How often a restored value is set again if a framework overwrites it. */
const maxTries = 3;

const touched = new Set<Element>();
const tries = new Map<string, number>();

const kindOf = (element: Element): string =>
  `${element.localName} ${element instanceof HTMLInputElement ? element.type : ""}`.trim();

/** What a field holds; undefined if it is no field, or must not be kept. */
const valueOf = (element: Element): FieldMemory["value"] | undefined => {
  if (element instanceof HTMLInputElement) {
    if (/^(checkbox|radio)$/.test(element.type)) return element.checked;
    // A file can't be chosen by a script, and a password must not be stored.
    return /^(file|password|hidden|submit|button|image|reset)$/.test(element.type) ? undefined : element.value;
  }
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (element instanceof HTMLSelectElement) return [...element.selectedOptions].map((option) => option.value);
  if (element instanceof HTMLDetailsElement) return element.open;
  return element instanceof HTMLElement && element.isContentEditable ? element.innerHTML : undefined;
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const tell = (element: Element, ...types: string[]): void => {
  for (const type of types) element.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
};

/** Sets a text as a person would: past what a framework has put over the property. */
const type = (element: HTMLInputElement | HTMLTextAreaElement, text: string): void => {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), "value");
  if (own?.set) own.set.call(element, text);
  else element.value = text;
  tell(element, "input");
};

const give = (element: Element, value: FieldMemory["value"]): void => {
  if (element instanceof HTMLInputElement && typeof value === "boolean") {
    // A radio button goes off when another one goes on.
    if (value || element.type === "checkbox") element.click();
  } else if ((element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && typeof value === "string") {
    type(element, value);
  } else if (element instanceof HTMLSelectElement && Array.isArray(value)) {
    for (const option of element.options) option.selected = value.includes(option.value);
    tell(element, "input", "change");
  } else if (element instanceof HTMLDetailsElement && typeof value === "boolean") {
    element.open = value;
  } else if (element instanceof HTMLElement && element.isContentEditable && typeof value === "string") {
    element.innerHTML = value;
    tell(element, "input");
  }
};

/** Notes what a person changes from now on. */
export const watchFields = (): void => {
  const note = (event: Event): void => {
    if (event.isTrusted && event.target instanceof Element) touched.add(event.target);
  };
  for (const name of ["input", "change", "toggle"]) addEventListener(name, note, true);
};

export const fieldsNow = (): FieldMemory[] => {
  const fields: FieldMemory[] = [];
  for (const element of touched) {
    const value = element.isConnected ? valueOf(element) : undefined;
    if (value === undefined || fields.length >= most || JSON.stringify(value).length > longest) continue;
    fields.push({ place: placeOf(element), kind: kindOf(element), value });
  }
  return fields;
};

/** Brings fields back that are there; true when all are. */
export const bringBack = (fields: readonly FieldMemory[]): boolean => {
  let all = true;
  for (const { place, kind, value } of fields) {
    const element = elementAt(place);
    if (!element || kindOf(element) !== kind) {
      all = false;
      continue;
    }
    touched.add(element);
    const tried = tries.get(place) ?? 0;
    if (same(valueOf(element), value) || tried >= maxTries) continue;
    tries.set(place, tried + 1);
    give(element, value);
    all = false;
  }
  return all;
};
