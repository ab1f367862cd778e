// The least of MCP Apps that makes a view ready, and its record of what it heard.
globalThis.heard = [];
globalThis.say = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
globalThis.asked = new Map();
globalThis.ask = (method, params) =>
  new Promise((resolve) => {
    const id = "q" + asked.size;
    asked.set(id, resolve);
    say({ id, method, params });
  });
addEventListener("message", (event) => {
  heard.push({ own: event.source === parent, origin: event.origin, data: event.data });
  if (event.source === parent && event.data?.id !== undefined && !event.data.method) {
    if (event.data.id === "hello") say({ method: "ui/notifications/initialized", params: {} });
    asked.get(event.data.id)?.(event.data);
  }
});
say({
  id: "hello",
  method: "ui/initialize",
  params: { protocolVersion: "2026-01-26", appInfo: { name: "v", version: "1" }, appCapabilities: {} },
});
