// protocol/handlers.ts
var appCapabilities = { availableDisplayModes: ["inline", "fullscreen", "pip"] };
var handlers = { __proto__: null };
export {
  appCapabilities,
  handlers
};
