/**
 * The sandbox proxy of MCP Apps: a page between the workbench and a view, on its own origin. It shows the view in a
 * frame and forwards messages in both directions, unchanged.
 */
import { Meter, limits, weigh } from "./meter.ts";
import type { Kind } from "./meter.ts";
import { REPORTER } from "./report.ts";

const reserved = "ui/notifications/sandbox-";
/** A standby document sends it with a port, and gets its content through the port. No other port is forwarded. */
const standby = "oriel/dev/standby";
/** The origin of the workbench's page, the only one whose commands this page follows. */
const page = document.documentElement.dataset["page"] ?? "";

const strangerReportMs = 250;

const flags = new Set([
  "allow-downloads",
  "allow-forms",
  "allow-modals",
  "allow-orientation-lock",
  "allow-pointer-lock",
  "allow-popups",
  "allow-popups-to-escape-sandbox",
  "allow-presentation",
  "allow-same-origin",
  "allow-scripts",
]);

interface View {
  frame: HTMLIFrameElement;
  /** The view's origin, "null" for an opaque one. */
  origin: string;
}

let view: View | undefined;
let strangers = 0;
const messages = new Meter(limits.count, performance.now());
const bytes = new Meter(limits.bytes, performance.now());

const send = (name: string, params: object, ports: MessagePort[] = []): void => {
  parent.postMessage({ jsonrpc: "2.0", method: reserved + name, params }, page, ports);
};

/** Shows the reason in place of the view. */
const refuse = (reason: string): void => {
  view?.frame.remove();
  view = undefined;
  document.body.textContent = reason;
};

/** Ends a view that broke a rule, and reports the reason to the workbench. */
const stop = (reason: string): void => {
  refuse(reason);
  send("refused", { reason });
};

/** Whether the browser denies access to a window's document, as it should. */
const isInaccessible = (other: Window): boolean => {
  try {
    return !other.document;
  } catch {
    return true;
  }
};

const isolated = (): boolean =>
  parent !== window && isInaccessible(parent) && window.top !== null && isInaccessible(window.top);

const methodOf = (message: unknown): string => {
  if (typeof message !== "object" || message === null || !("method" in message)) return "";
  return typeof message.method === "string" ? message.method : "";
};

const parsed = (address: string): URL | undefined => {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
};

/** Checks the parameters of a view; returns a string if they are refused. */
const checkParams = (params: unknown): { url: string; origin: string; sandbox: string; allow: string } | string => {
  const given = (typeof params === "object" && params !== null ? params : {}) as Record<string, unknown>;
  const text = (name: string): string => (typeof given[name] === "string" ? (given[name] as string) : "");
  const origin = text("origin");
  const url = parsed(text("url"));
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return "The view has no address.";
  if (url.origin === location.origin || url.origin === page)
    return "The view would share an origin with the workbench. It is not shown.";
  if (origin !== "null" && origin !== url.origin) return "The view's address is not on the origin that was announced.";
  const tokens = text("sandbox")
    .split(/\s+/)
    .filter((flag) => flags.has(flag));
  if ((origin === "null") === tokens.includes("allow-same-origin"))
    return "The view's sandbox does not fit its origin. It is not shown.";
  return { url: url.href, origin, sandbox: tokens.join(" "), allow: text("allow") };
};

const show = (params: unknown): void => {
  const checked = checkParams(params);
  if (typeof checked === "string") {
    stop(checked);
    return;
  }
  view?.frame.remove();
  document.body.textContent = "";
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", checked.sandbox);
  frame.allow = checked.allow;
  frame.title = "View";
  frame.addEventListener("load", () => {
    if (view?.frame !== frame) return;
    // If this page can access the document, the document can access this page.
    if (frame.contentDocument !== null) {
      stop("The view is on the proxy's own origin. It is not shown.");
      return;
    }
    send("document-loaded", {});
  });
  view = { frame, origin: checked.origin };
  frame.src = checked.url;
  document.body.append(frame);
};

/** Ends a view that exceeded a limit, and reports the limit to the workbench. */
const overflow = (kind: Kind): void => {
  refuse("The view sent too much.");
  send("overflow", { kind });
};

/** Counts messages from windows other than the workbench and the view, and reports them at intervals. */
const stranger = (origin: string): void => {
  strangers += 1;
  if (strangers > 1) return;
  setTimeout(() => {
    send("stranger", { origin, count: strangers });
    strangers = 0;
  }, strangerReportMs);
};

const fromPage = (message: unknown): void => {
  const method = methodOf(message);
  if (method === `${reserved}resource-ready`) show((message as { params?: unknown }).params);
  else if (!method.startsWith(reserved))
    view?.frame.contentWindow?.postMessage(message, view.origin === "null" ? "*" : view.origin);
};

const fromView = (message: unknown, ports: readonly MessagePort[]): void => {
  const method = methodOf(message);
  const reporter = method === REPORTER;
  if (method.startsWith(reserved) && !reporter) return;
  const now = performance.now();
  if (!messages.take(1, now)) {
    overflow("count");
    return;
  }
  if (reporter) {
    send("reporter", {}, ports.slice(0, 1));
    return;
  }
  const size = weigh(message, limits.bytes.burst);
  if (size === Infinity) stop("The view sent a message that is not JSON.");
  else if (bytes.take(size, now)) forward(message, method === standby ? ports.slice(0, 1) : []);
  else overflow("bytes");
};

const unreadable = (): void => stop("The view sent a message that is nested too deeply to be read.");

// A message can be nested so deeply that it can be received, but not sent again.
const forward = (message: unknown, ports: MessagePort[]): void => {
  try {
    parent.postMessage(message, page, ports);
  } catch {
    unreadable();
  }
};

/** Reports that the policy of this page has prevented a navigation of the view's frame. */
const blocked = (event: SecurityPolicyViolationEvent): void => {
  if (view && event.effectiveDirective === "frame-src")
    stop(
      `The view tried to navigate its own frame to ${event.blockedURI.slice(0, 300) || "an address that is not a web page"}. ` +
        "Views can't navigate; they can ask their host to open a link.",
    );
};

if (isolated()) {
  addEventListener("message", (event) => {
    if (event.source === parent && event.origin === page) fromPage(event.data);
    else if (view && event.source === view.frame.contentWindow && event.origin === view.origin) fromView(event.data, event.ports);
    else if (event.source !== null && event.source !== window) stranger(event.origin);
  });
  addEventListener("messageerror", (event) => {
    if (view && event.source === view.frame.contentWindow) unreadable();
  });
  addEventListener("securitypolicyviolation", blocked);
  send("proxy-ready", {});
} else {
  refuse("This page only works inside Oriel's workbench.");
}
