// Where the keyboard is when what held it goes away: near, and not nowhere.

/** Moves the focus to `near` if it is in what is about to go, to be hidden or to be disabled. */
export function leave(going: Element, near: HTMLElement | null | undefined): void {
  if (going.contains(document.activeElement)) {
    near?.focus();
  }
}
