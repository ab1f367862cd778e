// What a person sets of a view's surroundings by hand, or in the page's address, instead of what the host would say.

import type { HostContext } from "../../../../view/src/values/types.ts";
import type { Theme } from "./wire.ts";

export interface Environment {
  theme?: Theme;
  /** BCP 47; the view decides on the direction of its text from it. */
  locale?: string;
  /** IANA. */
  timeZone?: string;
  /** Pixels: top, right, bottom, left. */
  safeArea?: [number, number, number, number];
  touch?: boolean;
  platform?: "web" | "desktop" | "mobile";
  /** The width of the view, and its greatest height, in pixels. */
  device?: { width: number; height: number };
  /** The id of the tool call that the view belongs to. */
  toolCallId?: string | number;
}

export type Setting = keyof Environment;

/** The settings by their names in the page's address, with what to say about a value that is not valid. */
export const settings: Readonly<Record<Setting, { expects: string; read(text: string): unknown; write(value: never): string }>> = {
  theme: { expects: "light or dark", read: oneOf("light", "dark"), write: String },
  locale: { expects: "a language tag such as ar-EG", read: readLocale, write: String },
  timeZone: { expects: "a time zone such as Asia/Tokyo", read: readTimeZone, write: String },
  safeArea: {
    expects: "four numbers of pixels: top,right,bottom,left",
    read: (text) => readNumbers(text, 4),
    write: (value: number[]) => value.join(","),
  },
  touch: {
    expects: "1 or 0",
    read: (text) => (text === "1" ? true : text === "0" ? false : undefined),
    write: (value: boolean) => (value ? "1" : "0"),
  },
  platform: { expects: "web, desktop or mobile", read: oneOf("web", "desktop", "mobile"), write: String },
  device: { expects: "a width and a height such as 390x844", read: readDevice, write: ({ width, height }: { width: number; height: number }) => `${width}x${height}` },
  toolCallId: { expects: "an id", read: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text), write: String },
};

/** The value of a setting as text; empty if it is not set. */
export function settingText(environment: Environment, name: Setting): string {
  const value = environment[name];
  return value === undefined ? "" : settings[name].write(value as never);
}

/** The environment with another value for a setting, which is as the host has it if the text is empty; undefined if the text is not valid. */
export function withSetting(environment: Environment, name: Setting, text: string): Environment | undefined {
  const { [name]: _, ...others } = environment;
  const trimmed = text.trim();
  if (trimmed === "") {
    return others;
  }
  const value = settings[name].read(trimmed);
  return value === undefined ? undefined : { ...others, [name]: value };
}

/** The settings in an address, and a sentence for each that is not valid. */
export function readEnvironment(query: URLSearchParams): { environment: Environment; errors: string[] } {
  let environment: Environment = {};
  const errors: string[] = [];
  for (const [name, { expects }] of Object.entries(settings) as [Setting, { expects: string }][]) {
    const next = withSetting(environment, name, query.get(name) ?? "");
    if (next) {
      environment = next;
    } else {
      errors.push(`The address's ${name} has to be ${expects}.`);
    }
  }
  return { environment, errors };
}

/** The context of a host with what the person has set. */
export function inEnvironment(context: HostContext, { toolCallId, ...set }: Environment): HostContext {
  const { theme, locale, timeZone, safeArea, touch, platform } = set;
  const out: HostContext = { ...context };
  Object.assign(out, theme && { theme }, locale && { locale }, timeZone && { timeZone }, platform && { platform });
  if (safeArea) {
    const [top, right, bottom, left] = safeArea;
    out.safeAreaInsets = { top, right, bottom, left };
  }
  if (touch !== undefined) {
    out.deviceCapabilities = { ...context.deviceCapabilities, touch, hover: !touch };
  }
  if (toolCallId !== undefined) {
    out.toolInfo = { ...context.toolInfo, id: toolCallId };
  }
  return out;
}

/** The members of a context that differ from those before. */
export function changedMembers(before: HostContext, after: HostContext): HostContext {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  );
}

function oneOf(...values: string[]): (text: string) => string | undefined {
  return (text) => values.find((value) => value === text);
}

function readLocale(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

function readTimeZone(text: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

function readNumbers(text: string, count: number): number[] | undefined {
  const numbers = text.split(/[\s,]+/).map(Number);
  return numbers.length === count && numbers.every((one) => Number.isFinite(one) && one >= 0) ? numbers : undefined;
}

function readDevice(text: string): { width: number; height: number } | undefined {
  const [, width = "", height = ""] = /^(\d{2,4})\s*[x×]\s*(\d{2,4})$/i.exec(text) ?? [];
  return width === "" ? undefined : { width: Number(width), height: Number(height) };
}

