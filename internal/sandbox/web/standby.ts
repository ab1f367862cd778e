/**
 * A document that waits to become another one. It has the origin and the policy of a
 * view already, so what it is given as text runs as if it had been loaded, without a
 * new frame. What the dev client is
 * to bring back lies ready on the window, as web/restore.ts puts it there.
 */
declare const oriel: {
  /** The origin of the sandbox proxy. */
  readonly proxy: string;
};

addEventListener("message", (event) => {
  const message = event.data as { method?: unknown; params?: { text?: unknown; restore?: unknown } } | null;
  if (event.source !== parent || event.origin !== oriel.proxy || message?.method !== "oriel/dev/write") return;
  const { text, restore } = message.params ?? {};
  if (restore) Object.defineProperty(window, Symbol.for("oriel.restore"), { value: restore, configurable: true });
  document.open();
  document.write(String(text));
  document.close();
});
parent.postMessage({ jsonrpc: "2.0", method: "oriel/dev/standby", params: {} }, oriel.proxy);

export {};
