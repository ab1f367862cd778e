/** What the hooks of this folder take from Preact, under the names that React has for it. */
export { useCallback, useEffect, useState, useSyncExternalStore } from "../../preact/library.ts";
export type { Children } from "../../preact/library.ts";
export { useRead } from "../../preact/read.ts";
