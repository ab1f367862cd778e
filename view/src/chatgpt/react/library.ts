/** What the hooks of this folder take from React. A copy of them runs on Preact with its file of this name. */
export { useCallback, useEffect, useState, useSyncExternalStore } from "../../react/library.ts";
export type { Children } from "../../react/library.ts";
export { useRead } from "../../react/read.ts";
