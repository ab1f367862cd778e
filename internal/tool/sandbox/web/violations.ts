/**
 * Reports to the workbench what the view's policy blocks, and messages from windows that should not send any. It is
 * the first script of every view, so that it also notices blocked scripts and styles.
 */
import type { Injected } from "./injected.ts";

declare const oriel: Injected;

/** A view may violate its policy in a loop, so only this many reports are sent. */
const maxReports = 200;
let count = 0;

const report = (method: string, params: object): void => {
  count += 1;
  if (count <= maxReports) parent.postMessage({ jsonrpc: "2.0", method, params }, oriel.proxy);
};

addEventListener(
  "securitypolicyviolation",
  (event) => {
    report("oriel/csp-violation", {
      directive: event.effectiveDirective,
      blocked: event.blockedURI,
      file: event.sourceFile,
      line: event.lineNumber,
    });
  },
  true,
);

/** Whether a window is in the same page, but neither inside this view nor one of its parents. */
const isStrange = (source: Window): boolean => {
  if (source.top !== window.top) return false; // a window that the view has opened
  // The window of a removed frame has no parent.
  for (let other: Window | null = source; other && other !== other.parent; other = other.parent)
    if (other === window) return false;
  return true;
};

// Any frame of the page can post messages to this window. A view that doesn't check the sender would take them for
// its host's.
addEventListener(
  "message",
  (event) => {
    if (!event.isTrusted || event.source === null || event.source === parent) return;
    if (!isStrange(event.source as Window)) return;
    event.stopImmediatePropagation();
    report("oriel/stranger", { origin: event.origin });
  },
  true,
);

/** The addresses of the servers that a connection would use. */
const servers = (configuration: unknown): string => {
  const list = (configuration as RTCConfiguration | undefined)?.iceServers;
  return Array.isArray(list) ? list.flatMap((one) => one?.urls ?? []).join(" ") : "";
};

// Chromium and Firefox do not support the policy's webrtc directive, and no other directive covers WebRTC. A frame
// inside the view has its own constructor, so this is not a protection. It shows what strict hosts forbid.
for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection"]) {
  if (oriel.calls || !(name in window)) continue;
  const refuse = function (configuration?: unknown): never {
    report("oriel/csp-violation", { directive: "webrtc", blocked: servers(configuration), file: "", line: 0 });
    throw new DOMException("A view without camera and microphone makes no WebRTC connections.", "NotAllowedError");
  };
  Object.defineProperty(window, name, { value: refuse });
}
// Browsers mention a download that the frame does not allow in their console only.
if (!oriel.downloads) {
  const blocked = ({ download }: HTMLAnchorElement): void => {
    report("oriel/download-blocked", { name: download.slice(0, 200) });
  };
  addEventListener("click", (event) => {
    const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
    if (link?.hasAttribute("download")) setTimeout(() => event.defaultPrevented || blocked(link));
  });
  // The events of a link that is not in the document do not reach the window.
  const click = HTMLElement.prototype.click;
  HTMLElement.prototype.click = function (): void {
    if (this instanceof HTMLAnchorElement && !this.isConnected && this.hasAttribute("download")) blocked(this);
    click.call(this);
  };
}
document.currentScript?.remove();
