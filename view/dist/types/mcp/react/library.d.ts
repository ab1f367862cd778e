/** What the hooks of this folder take from React. A copy of them runs on Preact with its file of this name. */
export { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "../../react/library.js";
export type { Children } from "../../react/library.js";
export { bridged, useLatest, useRead } from "../../react/read.js";
