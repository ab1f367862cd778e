// values/reuse.ts
var steady = (now, last) => last && JSON.stringify(now) === JSON.stringify(last) ? last : Object.freeze(now);
export {
  steady
};
