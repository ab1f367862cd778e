// hosts/platform.ts
import { emit, read, set } from "../data/topics.js";
var scope = globalThis;
var forced = () => scope.orielPlatform;
var forcePlatform = (platform2) => {
  scope.orielPlatform = platform2;
  emit("any", void 0);
};
var platform = () => forced() ?? read("platform") ?? "standalone";
var resolve;
var connectionFailed;
var connected = new Promise((yes, no) => {
  resolve = yes;
  connectionFailed = no;
});
var setPlatform = (found) => {
  set("platform", found);
  resolve(platform());
};
var answered = () => connected.catch(() => {
});
export {
  answered,
  connected,
  connectionFailed,
  forcePlatform,
  forced,
  platform,
  setPlatform
};
