/** Resolves when the document is complete, scripts included; false if it already is. */
export const parsed = (): unknown =>
  document.readyState === "loading" && new Promise((done) => addEventListener("DOMContentLoaded", done));
