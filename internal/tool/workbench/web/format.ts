// Formats numbers and texts for people.

export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes)) {
    return "";
  }
  if (bytes < 1000) {
    return `${bytes} B`;
  }
  return bytes < 1_000_000
    ? `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function formatMs(ms: number): string {
  if (ms < 10) {
    return `${ms.toFixed(1)} ms`;
  }
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

/** A part of a whole as 0 to 1; undefined if the whole is not known. */
export function share(part: number, whole: number | undefined): number | undefined {
  if (whole === undefined || !Number.isFinite(whole) || whole <= 0 || !Number.isFinite(part)) {
    return undefined;
  }
  return Math.max(0, Math.min(1, part / whole));
}

/** "1 file", "3 files". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A foreign text within a sentence, isolated so that it can't change the sentence's writing direction. */
export function quoted(words: string): string {
  return `\u2068${words.replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, "")}\u2069`;
}

/** The text with a full stop, unless it ends with one already. */
export function asSentence(text: string): string {
  return /[.!?…]["'”’)]?$/.test(text.trimEnd()) ? text.trimEnd() : `${text.trimEnd()}.`;
}
