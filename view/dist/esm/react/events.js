// react/events.ts
import { onToolCancelled, toolCancelled } from "../data/input.js";
import { onTeardown } from "../data/teardown.js";
import { useLayoutEffect } from "./library.js";
import { bridged, useLatest, useRead } from "./read.js";
var useToolCancellation = (fn) => {
  const isSupported = useRead(bridged);
  const cancelled = useRead(toolCancelled);
  const tell = useLatest(fn);
  useLayoutEffect(() => onToolCancelled(tell), [tell]);
  return { isSupported, cancelled: !!cancelled, reason: cancelled?.reason };
};
var useTeardown = (fn) => {
  const tell = useLatest(fn);
  useLayoutEffect(() => onTeardown(tell), [tell]);
  return { isSupported: useRead(bridged) };
};
export {
  useTeardown,
  useToolCancellation
};
