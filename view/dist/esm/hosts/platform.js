// hosts/platform.ts
import { announce } from "../data/topics.js";
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
