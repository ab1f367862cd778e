/**
 * A standby document: it waits until another document is written into it, which is faster than a new frame. It has
 * the origin and the policy of a view already, so the written document works as if it had been loaded. The
 * snapshot for its dev client is stored on the window, as in restore.ts.
 */
declare const oriel: {
  /** The origin of the sandbox proxy. */
  readonly proxy: string;
};

// The workbench's page has the other port of this channel. The document, and later the messages of its dev client,
// go through it directly, without the proxy.
const { port1, port2 } = new MessageChannel();
const define = (name: string, value: unknown): unknown =>
  Object.defineProperty(window, Symbol.for(name), { value, configurable: true });
port1.onmessage = (event) => {
  const { text, restore } = event.data as { text: string; restore?: unknown };
  if (restore) define("oriel.restore", restore);
  define("oriel.line", port1);
  document.open();
  document.write(text);
  document.close();
};
parent.postMessage({ jsonrpc: "2.0", method: "oriel/dev/standby", params: {} }, oriel.proxy, [port2]);

export {};
