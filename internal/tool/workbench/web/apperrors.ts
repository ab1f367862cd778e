// The errors of the app that only its author sees. An answer's text has the reference of its error.

import { faultOf } from "./problemlist.ts";
import type { Fault } from "./problemlist.ts";
import type { AppError } from "./wire.ts";

/** The references to errors in a text. */
export function referencesIn(text: string): string[] {
  return text.match(/\berr-[a-z2-7]{10}\b/g) ?? [];
}

export function faultOfApp({ id, message, file, line, excerpt, stack }: AppError): Fault {
  return {
    source: "app",
    code: id,
    message,
    ...(file ? { file } : {}),
    ...(line ? { line } : {}),
    ...(excerpt ? { excerpt } : {}),
    ...(stack ? { stack } : {}),
  };
}

/** Shows in each problem box what is behind the references in its text. */
export function revealErrors(root: ParentNode, errors: AppError[]): void {
  for (const box of root.querySelectorAll<HTMLElement>(".problem-box > div")) {
    reveal(box, box.textContent, errors);
  }
}

/** Shows in an element what is behind the references in a text. */
export function reveal(element: HTMLElement, text: string, errors: AppError[]): void {
  for (const reference of new Set(referencesIn(text))) {
    const error = errors.find(({ id }) => id === reference);
    if (error && !element.querySelector(`[data-reference="${reference}"]`)) {
      const fault = faultOf(faultOfApp(error));
      fault.dataset["reference"] = reference;
      element.append(fault);
    }
  }
}
