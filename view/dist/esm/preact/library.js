// preact/library.ts
import { Component as PreactComponent } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { createContext, Fragment, h } from "preact";
import { useCallback, useContext, useEffect, useLayoutEffect as useLayoutEffect2, useMemo, useRef as useRef2, useState as useState2 } from "preact/hooks";
var useSyncExternalStore = (subscribe, read, _onServer) => {
  const value = read();
  const [, render] = useState({});
  const shown = useRef(void 0);
  useLayoutEffect(() => {
    (shown.current = () => {
      if (!Object.is(value, read())) render({});
    })();
  });
  useLayoutEffect(() => subscribe(() => shown.current()), [subscribe]);
  return value;
};
var Component = PreactComponent;
export {
  Component,
  Fragment,
  createContext,
  h,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect2 as useLayoutEffect,
  useMemo,
  useRef2 as useRef,
  useState2 as useState,
  useSyncExternalStore
};
