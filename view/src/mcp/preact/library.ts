/** What the hooks of this folder take from Preact, under the names that React has for it. */
export { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "../../preact/library.ts";
export type { Children } from "../../preact/library.ts";
export { bridged, useLatest, useRead } from "../../preact/read.ts";
