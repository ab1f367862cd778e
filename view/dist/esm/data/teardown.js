// data/teardown.ts
import { emit, on } from "./topics.js";
var onTeardown = (fn) => on("teardown", fn);
var tearDown = (reason) => Promise.all(emit("teardown", reason).map((ended) => Promise.resolve(ended).catch(reportError))).then(() => {
});
export {
  onTeardown,
  tearDown
};
