/**
 * The sandbox proxy of MCP Apps: a page between the workbench and a view, on an
 * origin of its own. It frames the view and carries messages both ways, as they
 * are, and nothing else.
 */
import { Meter, proxyRates, weigh } from "./meter.ts";
import type { Kind } from "./meter.ts";

const reserved = "ui/notifications/sandbox-";
/** By this alone a document hands on a port: the one through which it is told what to become. */
const standby = "oriel/dev/standby";
/** The origin of the workbench's page, the only one this page takes orders from. */
const page = document.documentElement.dataset["page"] ?? "";

const strangerPause = 250;

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
let dropped = 0;
let reporting = false;
let strangers = 0;
const messages = new Meter(proxyRates.count, performance.now());
const bytes = new Meter(proxyRates.bytes, performance.now());

const say = (name: string, params: object): void => {
  parent.postMessage({ jsonrpc: "2.0", method: reserved + name, params }, page);
};

/** Says in place of the view why there is none. */
const refuse = (reason: string): void => {
  view?.frame.remove();
  view = undefined;
  document.body.textContent = reason;
};

/** Ends a view that did what none may do, and tells the page why. */
const stop = (reason: string): void => {
  refuse(reason);
  say("refused", { reason });
};

/** Whether a window's document is out of reach, as it has to be. */
const outOfReach = (other: Window): boolean => {
  try {
    return !other.document;
  } catch {
    return true;
  }
};

const isolated = (): boolean =>
  parent !== window && outOfReach(parent) && window.top !== null && outOfReach(window.top);

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

/** Checks what the page asks for; a string is the reason to refuse. */
const ordered = (params: unknown): { url: string; origin: string; sandbox: string; allow: string } | string => {
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
  const order = ordered(params);
  if (typeof order === "string") {
    stop(order);
    return;
  }
  view?.frame.remove();
  document.body.textContent = "";
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", order.sandbox);
  frame.allow = order.allow;
  frame.title = "View";
  frame.addEventListener("load", () => {
    if (view?.frame !== frame) return;
    // A document that this page can reach could reach this page.
    if (frame.contentDocument !== null) {
      stop("The view is on the proxy's own origin. It is not shown.");
      return;
    }
    say("document-loaded", {});
  });
  view = { frame, origin: order.origin };
  frame.src = order.url;
  document.body.append(frame);
};

/** Counts what is dropped, and tells once in a while; by then of what there was too much first. */
const overflow = (kind: Kind): void => {
  dropped += 1;
  if (reporting) return;
  reporting = true;
  setTimeout(() => {
    say("overflow", { dropped, kind });
    reporting = false;
    dropped = 0;
  }, 1000);
};

/** Counts messages of windows that have no business here, and tells of them once in a while. */
const stranger = (origin: string): void => {
  strangers += 1;
  if (strangers > 1) return;
  setTimeout(() => {
    say("stranger", { origin, count: strangers });
    strangers = 0;
  }, strangerPause);
};

const fromPage = (message: unknown): void => {
  const method = methodOf(message);
  if (method === `${reserved}resource-ready`) show((message as { params?: unknown }).params);
  else if (!method.startsWith(reserved))
    view?.frame.contentWindow?.postMessage(message, view.origin === "null" ? "*" : view.origin);
};

const fromView = (message: unknown, ports: readonly MessagePort[]): void => {
  const method = methodOf(message);
  if (method.startsWith(reserved)) return;
  const now = performance.now();
  if (!messages.take(1, now)) {
    overflow("count");
    return;
  }
  const size = weigh(message, proxyRates.bytes.burst);
  if (size === Infinity) stop("The view sent a message that is no JSON.");
  else if (bytes.take(size, now)) pass(message, method === standby ? ports.slice(0, 1) : []);
  else overflow("bytes");
};

const unreadable = (): void => stop("The view sent a message that is nested too deeply to be read.");

// A window that is not as deep in its stack could just write what this one can't.
const pass = (message: unknown, ports: MessagePort[]): void => {
  try {
    parent.postMessage(message, page, ports);
  } catch {
    unreadable();
  }
};

/** The policy of this page keeps the view's frame where it is; here it tells. */
const blocked = (event: SecurityPolicyViolationEvent): void => {
  if (view && event.effectiveDirective === "frame-src")
    stop(
      `The view tried to send its own frame to ${event.blockedURI.slice(0, 300) || "something that is no web page"}. ` +
        "A view stays where it is; it can ask its host to open a link.",
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
  say("proxy-ready", {});
} else {
  refuse("This page belongs inside the workbench, on an origin of its own. It shows nothing elsewhere.");
}
