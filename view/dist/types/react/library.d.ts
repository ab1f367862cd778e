/**
 * What the hooks and components take from React. All other files of this folder
 * import from here alone, so that copies of them run on Preact with a file of the
 * same names.
 */
export { Component, createContext, createElement as h, Fragment, useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore, } from "react";
export type { ComponentType, Context, ReactNode as Children } from "react";
