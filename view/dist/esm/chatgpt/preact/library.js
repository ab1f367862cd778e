// chatgpt/preact/library.ts
import { useCallback, useEffect, useState, useSyncExternalStore } from "../../preact/library.js";
import { useRead } from "../../preact/read.js";
export {
  useCallback,
  useEffect,
  useRead,
  useState,
  useSyncExternalStore
};
