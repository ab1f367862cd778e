/**
 * What the hooks and components take from Preact, under the names that the files
 * which are copied from ../react use. Without preact/compat.
 */
import { Component as PreactComponent } from "preact";
export { createContext, Fragment, h } from "preact";
export type { ComponentChildren as Children, ComponentType, Context } from "preact";
export { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
/** As React's. Preact renders in one go, so that it is enough to look again once the page shows what was read. */
export declare const useSyncExternalStore: <T>(subscribe: (changed: () => void) => () => void, read: () => T, _onServer?: () => T) => T;
/** Declared as React's is, without static members, which a class would have to mark where it has them. */
export declare const Component: new <P = object, S = object>(props?: P) => PreactComponent<P, S>;
