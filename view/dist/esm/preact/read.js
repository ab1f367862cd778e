// preact/read.ts
import { json } from "../values/unchecked.js";
import { read, subscribe } from "../data/topics.js";
import { useCallback, useLayoutEffect, useRef, useSyncExternalStore } from "./library.js";
var useRead = (get) => useSyncExternalStore(subscribe, get, get);
var derived = (source, make) => {
  let last;
  return () => {
    const from = source();
    if (!last || !Object.is(last[0], from)) {
      const made = make(from);
      const text = json(made);
      last = [from, text && text === last?.[2] ? last[1] : made, text];
    }
    return last[1];
  };
};
var useSupported = ({ isSupported }) => useRead(isSupported);
var bridged = () => !!read("host");
var useLatest = (fn) => {
  const last = useRef(fn);
  useLayoutEffect(() => {
    last.current = fn;
  });
  return useCallback((...args) => last.current?.(...args), []);
};
export {
  bridged,
  derived,
  useLatest,
  useRead,
  useSupported
};
