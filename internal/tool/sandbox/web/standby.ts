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

// What it becomes, and later the talk with its dev client, does not pass through the proxy,
// nor through the browser's main thread: the page has the other end of this.
const { port1, port2 } = new MessageChannel();
const ready = (name: string, value: unknown): unknown =>
  Object.defineProperty(window, Symbol.for(name), { value, configurable: true });
port1.onmessage = (event) => {
  const { text, restore } = event.data as { text: string; restore?: unknown };
  if (restore) ready("oriel.restore", restore);
  ready("oriel.line", port1);
  document.open();
  document.write(text);
  document.close();
};
parent.postMessage({ jsonrpc: "2.0", method: "oriel/dev/standby", params: {} }, oriel.proxy, [port2]);

export {};
