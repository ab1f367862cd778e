// force.ts
import { announce } from "./store.js";
var scope = globalThis;
var forced = () => scope.orielPlatform;
var forcePlatform = (platform) => {
  scope.orielPlatform = platform;
  announce("any", void 0);
};
export {
  forcePlatform,
  forced
};
