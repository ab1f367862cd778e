// Boxes for errors: what happened, and how to fix it.

import { h, icon } from "./dom.ts";
import type { Child } from "./dom.ts";
import { asSentence } from "./format.ts";
import type { Cut } from "./frame/frame.ts";
import { jsonTree } from "./jsontree.ts";
import { blocksBesideText } from "./resultblocks.ts";
import { resultText } from "./wire.ts";
import type { CallToolResult, RpcFault } from "./wire.ts";

export function problemBox(title: string, message: string, fix: string, rpc?: RpcFault): HTMLElement {
  return box(
    "",
    h("p", { class: "problem-title" }, title),
    h("p", {}, message),
    ...rpcParts(rpc),
    fix ? h("p", { class: "problem-fix" }, fix) : null,
  );
}

/** The code and the data of a server's JSON-RPC error. */
export function rpcParts(rpc: RpcFault | undefined): HTMLElement[] {
  if (!rpc) {
    return [];
  }
  const code = h("p", { class: "problem-code" }, `Code ${rpc.code}`);
  return rpc.data === undefined ? [code] : [code, h("div", { class: "problem-data" }, jsonTree(rpc.data))];
}

/** A result with isError. */
export function toolErrorBox(result: CallToolResult): HTMLElement {
  return box(
    " tool-error",
    h("p", { class: "problem-title" }, "The tool answered with an error"),
    h("p", { class: "tool-error-text" }, resultText(result) || "It has no text."),
    ...blocksBesideText(result),
  );
}

/** A view that did not become ready, with the reason from its frame; or, with cut, one that the page has ended. */
export function viewProblemBox(reason: string, cut?: Cut): HTMLElement {
  return cut
    ? problemBox("The view was stopped", asSentence(cut.did ? `It ${cut.did}` : capitalized(reason)), cut.fix)
    : problemBox("The view did not start", asSentence(capitalized(reason)), advice(reason));
}

/** Shown instead of a view that has ended without an error. */
export function noticeBox(text: string, again: () => void): HTMLElement {
  return h(
    "div",
    { class: "notice-box" },
    h("p", {}, text),
    h("button", { type: "button", class: "button", on: { click: again } }, "Run again"),
  );
}

/** Shown until the view is loaded. */
export function skeleton(): HTMLElement {
  return h(
    "div",
    { class: "skeleton", "aria-hidden": "true" },
    ...[44, 88, 70, 100].map((width) => h("span", { class: "bone", style: `width:${width}%` })),
  );
}

function box(kind: string, ...children: Child[]): HTMLElement {
  return h("div", { class: `problem-box${kind}`, role: "alert" }, icon("alert"), h("div", {}, ...children));
}

// A method's name at the start keeps its case.
function capitalized(text: string): string {
  return /^[a-z]+\b(?!\/)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

function advice(reason: string): string {
  if (reason.startsWith("ui/initialize")) {
    return (
      "The view has to send ui/initialize when its script starts. " +
      "Look for a script error, or a script that its content security policy blocks."
    );
  }
  if (reason.startsWith("ui/notifications/initialized")) {
    return "The view got the answer to ui/initialize but never confirmed it with ui/notifications/initialized.";
  }
  return "";
}
