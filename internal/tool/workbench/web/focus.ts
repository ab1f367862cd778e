// Keeps the focus near an element that disappears.

/** Moves the focus to `near` if it is in an element that will be removed, hidden or disabled. */
export function leave(going: Element, near: HTMLElement | null | undefined): void {
  if (going.contains(document.activeElement)) {
    near?.focus();
  }
}
