// chatgpt/react/library.ts
import { useCallback, useEffect, useState, useSyncExternalStore } from "../../react/library.js";
import { useRead } from "../../react/read.js";
export {
  useCallback,
  useEffect,
  useRead,
  useState,
  useSyncExternalStore
};
