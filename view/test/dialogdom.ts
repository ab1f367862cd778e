// What a modal needs of a browser, put onto a page of the harness: a dialog whose
// user looks at it and closes it. Chromium has the real one: test/viewtest.

/** Puts it there; call it after the page was opened. Returns what the dialogs have shown. */
export function dialogDom(): unknown[] {
  const shown: unknown[] = [];
  const part = () => ({ textContent: "", append: (node: unknown) => void shown.push(node) });
  const body = document.body as unknown as Record<string, unknown>;
  body.style ??= {};
  body.insertAdjacentHTML = () => {
    const dialog = {
      querySelectorAll: () => [part(), part(), part(), part()],
      setAttribute() {},
      remove() {},
      onclose() {},
      close: () => dialog.onclose(),
      showModal: () => dialog.close(),
    };
    body.lastElementChild = dialog;
  };
  return shown;
}
