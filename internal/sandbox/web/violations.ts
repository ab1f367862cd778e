/**
 * Tells the workbench what the view's policy blocked. It is the first script of
 * every view, so that it hears of blocked scripts and styles too.
 */
import type { Baked } from "./baked.ts";

declare const oriel: Baked;

/** A page that violates its policy in a loop says nothing new after this many. */
const enough = 200;
let count = 0;

addEventListener(
  "securitypolicyviolation",
  (event) => {
    count += 1;
    if (count > enough) return;
    parent.postMessage(
      {
        jsonrpc: "2.0",
        method: "oriel/csp-violation",
        params: {
          directive: event.effectiveDirective,
          blocked: event.blockedURI,
          file: event.sourceFile,
          line: event.lineNumber,
        },
      },
      oriel.proxy,
    );
  },
  true,
);
document.currentScript?.remove();
