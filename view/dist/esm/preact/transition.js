// preact/transition.ts
import { toolResult } from "../data/result.js";
import { useLayoutEffect, useRef, useState } from "./library.js";
import { useRead } from "./read.js";
var patience = 200;
var running;
var isMoving = () => !!document.startViewTransition && !document.hidden && !matchMedia("(prefers-reduced-motion:reduce)").matches;
var move = (update) => {
  const transition = running = document.startViewTransition(update);
  const timer = setTimeout(() => transition.skipTransition(), patience);
  const over = () => {
    if (running === transition) running = void 0;
  };
  transition.ready.catch(() => {
  });
  transition.updateCallbackDone.catch(() => {
  }).then(() => clearTimeout(timer));
  transition.finished.then(over, over);
};
var ResultTransition = ({ children }) => {
  const result = useRead(toolResult);
  const [shown, show] = useState({ result });
  const done = useRef(() => {
  });
  const isHere = useRef(true);
  useLayoutEffect(() => {
    if (result === shown.result) return;
    if (!shown.result || running || !isMoving()) return show({ result });
    move(
      () => new Promise((resolve) => {
        done.current = resolve;
        if (!isHere.current) return resolve();
        show({ result: toolResult() });
        setTimeout(resolve, patience);
      })
    );
  }, [result]);
  useLayoutEffect(() => done.current(), [shown]);
  useLayoutEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      done.current();
    };
  }, []);
  return children(shown.result);
};
export {
  ResultTransition
};
