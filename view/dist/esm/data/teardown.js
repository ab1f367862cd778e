// data/teardown.ts
import { announce, on } from "./topics.js";
var onTeardown = (fn) => on("teardown", fn);
var tearDown = (reason) => Promise.all(announce("teardown", reason).map((end) => Promise.resolve(end).catch(reportError))).then(() => {
});
export {
  onTeardown,
  tearDown
};
