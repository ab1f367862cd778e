export function used(text: string): void {
  document.title = text;
}

export function unused(): string {
  return "not in the document";
}

export const alsoUnused = /* @__PURE__ */ used("not called");
