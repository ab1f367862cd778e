// mcp/preact/library.ts
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "../../preact/library.js";
import { bridged, useLatest, useRead } from "../../preact/read.js";
export {
  bridged,
  useEffect,
  useLatest,
  useLayoutEffect,
  useRead,
  useState,
  useSyncExternalStore
};
