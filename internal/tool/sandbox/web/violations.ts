/**
 * Tells the workbench what the view's policy blocked, and what reaches the view
 * from where nothing should. It is the first script of every view, so that it
 * hears of blocked scripts and styles too.
 */
import type { Baked } from "./baked.ts";

declare const oriel: Baked;

/** A page that violates its policy in a loop says nothing new after this many. */
const enough = 200;
let count = 0;

const tell = (method: string, params: object): void => {
  count += 1;
  if (count <= enough) parent.postMessage({ jsonrpc: "2.0", method, params }, oriel.proxy);
};

addEventListener(
  "securitypolicyviolation",
  (event) => {
    tell("oriel/csp-violation", {
      directive: event.effectiveDirective,
      blocked: event.blockedURI,
      file: event.sourceFile,
      line: event.lineNumber,
    });
  },
  true,
);

/** Whether a window is in this page, but is neither this view's nor around it. */
const isStrange = (source: Window): boolean => {
  if (source.top !== window.top) return false; // a window that the view has opened
  // The window of a frame that was taken away has no parent.
  for (let other: Window | null = source; other && other !== other.parent; other = other.parent)
    if (other === window) return false;
  return true;
};

// Any frame of the page can find this window and post to it, and a view that
// doesn't look at the sender would take a neighbour's message for its host's.
addEventListener(
  "message",
  (event) => {
    if (!event.isTrusted || event.source === null || event.source === parent) return;
    if (!isStrange(event.source as Window)) return;
    event.stopImmediatePropagation();
    tell("oriel/stranger", { origin: event.origin });
  },
  true,
);

/** The addresses that a connection would be made to. */
const servers = (configuration: unknown): string => {
  const list = (configuration as RTCConfiguration | undefined)?.iceServers;
  return Array.isArray(list) ? list.flatMap((one) => one?.urls ?? []).join(" ") : "";
};

// Chromium and Firefox do not know the policy's webrtc directive, and no other
// directive holds for it. A frame inside the view has a constructor of its own,
// so this keeps no secret; it shows what strict hosts forbid.
for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection"]) {
  if (oriel.calls || !(name in window)) continue;
  const refuse = function (configuration?: unknown): never {
    tell("oriel/csp-violation", { directive: "webrtc", blocked: servers(configuration), file: "", line: 0 });
    throw new DOMException("A view without camera and microphone makes no WebRTC connections.", "NotAllowedError");
  };
  Object.defineProperty(window, name, { value: refuse });
}
document.currentScript?.remove();
