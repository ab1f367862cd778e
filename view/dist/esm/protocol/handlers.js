// protocol/handlers.ts
var appCapabilities = { availableDisplayModes: ["inline", "fullscreen", "pip"] };
var methods = { __proto__: null };
export {
  appCapabilities,
  methods
};
