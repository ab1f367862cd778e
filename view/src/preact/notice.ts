// Generated from ../react by tools/assets. DO NOT EDIT.
import { h } from "./library.ts";
import type { Children } from "./library.ts";
import { useStyle } from "./style.ts";

/** How much of a text is shown. */
const limit = 600;

// The host's colours where it has given them.
const css = `.oriel-notice{--tone:var(--color-text-secondary,light-dark(#5c5c5c,#b4b4b4));box-sizing:border-box;display:flex;flex-wrap:wrap;align-items:center;gap:10px 12px;padding:12px 14px;border:1px solid var(--color-border-secondary,light-dark(#e2e2e2,#3d3d3d));border-radius:var(--border-radius-md,8px);background:var(--color-background-secondary,light-dark(#f6f6f6,#2a2a2a));color:var(--color-text-primary,light-dark(#1a1a1a,#f3f3f3));font:400 .875rem/1.45 var(--font-sans,system-ui,sans-serif);text-align:start;overflow-wrap:anywhere}.oriel-notice[role=alert]{--tone:var(--color-text-danger,light-dark(#b3261e,#f2a19b));border-color:var(--color-border-danger,light-dark(#eeb4b0,#7d3733));background:var(--color-background-danger,light-dark(#fdf1f0,#341a18))}.oriel-notice::before{content:"!"/"";flex:none;align-self:start;box-sizing:border-box;width:1.45em;height:1.45em;border:1.5px solid var(--tone);border-radius:50%;color:var(--tone);font-weight:700;font-size:.875em;line-height:1.3;text-align:center}.oriel-notice[role=status]::before{content:"–"/""}.oriel-notice>div{flex:1 1 12em;min-width:0}.oriel-notice strong{display:block;font-weight:600}.oriel-notice p{margin:0;white-space:pre-line;text-align:-webkit-match-parent;text-align:match-parent}.oriel-notice pre{overflow:auto;max-height:12em;margin:8px 0 0;font-size:.75rem;white-space:pre-wrap}.oriel-notice button{flex:none;min-height:32px;padding:4px 12px;border:1px solid color-mix(in srgb,currentColor 30%,transparent);border-radius:var(--border-radius-sm,6px);background:transparent;color:inherit;font:inherit;font-weight:500;cursor:pointer}.oriel-notice button:hover{background:color-mix(in srgb,currentColor 8%,transparent)}.oriel-notice button:focus-visible{outline:2px solid var(--tone);outline-offset:2px}`;

/** Says in place of the view why it is not there. */
export const Notice = ({
  isAlert,
  title,
  text,
  children,
}: {
  isAlert: boolean;
  title: string;
  text?: string | undefined;
  children?: Children;
}): Children => {
  useStyle(css);
  const short = text && text.length > limit ? `${text.slice(0, limit)}…` : text;
  return h(
    "div",
    { className: "oriel-notice", role: isAlert ? "alert" : "status" },
    // What a tool or an error says may be of another direction than the page.
    h("div", null, h("strong", null, title), short && h("p", { dir: "auto" }, short)),
    children,
  );
};
