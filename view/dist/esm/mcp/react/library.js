// mcp/react/library.ts
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "../../react/library.js";
import { bridged, useLatest, useRead } from "../../react/read.js";
export {
  bridged,
  useEffect,
  useLatest,
  useLayoutEffect,
  useRead,
  useState,
  useSyncExternalStore
};
