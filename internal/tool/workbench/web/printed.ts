// Lines that a server's program wrote to its standard error.

import type { Printed } from "./bench.ts";
import type { Entry } from "./traffic.ts";

export type { Printed };

/** The last lines of a server, the newest last. */
export function lastLines(lines: Printed[], server: string, most: number): Printed[] {
  const found: Printed[] = [];
  for (let i = lines.length - 1; i >= 0 && found.length < most; i -= 1) {
    const line = lines[i];
    if (line?.server === server) {
      found.unshift(line);
    }
  }
  return found;
}

/** The text without a terminal's escape sequences and control characters. */
export function plainText(text: string): string {
  return text
    .replace(/\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])/g, "")
    .replace(/[\u0000-\u0008\u000B-\u001F\u007F]/g, "");
}

/** A line as a row of the timeline. */
export function printedEntry({ time, server, profile, text }: Printed): Entry {
  return {
    time,
    lane: "stderr",
    server,
    profile,
    direction: "in",
    kind: "notification",
    method: "stderr",
    id: undefined,
    durationMs: undefined,
    bytes: text.length,
    body: { text: plainText(text) },
  };
}

/** The lines after the last known one. Lines are only appended, and removed at the start. */
export function newLines(lines: Printed[], last: Printed | undefined): Printed[] {
  return last === undefined ? lines : lines.slice(lines.lastIndexOf(last) + 1);
}
