/**
 * What the hooks and components take from Preact, under the names that the files
 * which are copied from ../react use. Without preact/compat.
 */
import { Component as PreactComponent } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

export { createContext, Fragment, h } from "preact";
export type { ComponentChildren as Children, ComponentType, Context } from "preact";
export { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

/** As React's. Preact renders in one go, so that it is enough to look again once the page shows what was read. */
export const useSyncExternalStore = <T>(
  subscribe: (changed: () => void) => () => void,
  read: () => T,
  _onServer?: () => T,
): T => {
  const value = read();
  const [, render] = useState({});
  const shown = useRef<(() => void) | undefined>(undefined);
  useLayoutEffect(() => {
    (shown.current = () => {
      if (!Object.is(value, read())) render({});
    })();
  });
  useLayoutEffect(() => subscribe(() => shown.current!()), [subscribe]);
  return value;
};

/** Declared as React's is, without static members, which a class would have to mark where it has them. */
export const Component = PreactComponent as unknown as new <P = object, S = object>(props?: P) => PreactComponent<P, S>;
