// values/reuse.ts
var reuseIfEqual = (now, last) => last && JSON.stringify(now) === JSON.stringify(last) ? last : Object.freeze(now);
export {
  reuseIfEqual
};
