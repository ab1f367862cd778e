/**
 * Tells the workbench's page what goes wrong in a view: errors, what its policy or the network refuses, what never
 * arrives, and whether there is anything to see. It is the first script of every view in the workbench.
 *
 * The reports go through a port of which no script of the view can get hold: the page takes the first one that a
 * document hands over, and this script hands it over before there is any other. What it uses afterwards are the
 * browser's own functions, as they were then.
 */
import type { Injected } from "./injected.ts";
import { unreadable } from "./colours.ts";
import { getter, method } from "./originals.ts";
import { begun, ended, hasHeaders, isLoading, whatIsPending } from "./pending.ts";
import { REPORTER } from "./report.ts";
import type { Look, Report } from "./report.ts";
import { whatIsShown } from "./shown.ts";

declare const oriel: Injected;

/** A view may do wrong in a loop, so each kind of report is sent this often at most, and a text only once. */
const MOST_OF_KIND = 20;
const LONGEST_TEXT = 600;
const LONGEST_STACK = 4000;

const view = window;
const { port1: port, port2 } = new MessageChannel();
const post = port.postMessage.bind(port) as (report: Report) => void;
const dataOf = getter(MessageEvent.prototype, "data") as (event: MessageEvent) => unknown;
const targetOf = getter(Event.prototype, "target");
const messageOf = getter(ErrorEvent.prototype, "message");
const fileOf = getter(ErrorEvent.prototype, "filename");
const lineOf = getter(ErrorEvent.prototype, "lineno");
const columnOf = getter(ErrorEvent.prototype, "colno");
const errorOf = getter(ErrorEvent.prototype, "error") as (event: ErrorEvent) => unknown;
const promiseOf = getter(PromiseRejectionEvent.prototype, "promise");
const reasonOf = getter(PromiseRejectionEvent.prototype, "reason") as (event: PromiseRejectionEvent) => unknown;
const directiveOf = getter(SecurityPolicyViolationEvent.prototype, "effectiveDirective");
const blockedOf = getter(SecurityPolicyViolationEvent.prototype, "blockedURI");
const sourceOf = getter(SecurityPolicyViolationEvent.prototype, "sourceFile");
const sourceLineOf = getter(SecurityPolicyViolationEvent.prototype, "lineNumber");
const sourceColumnOf = getter(SecurityPolicyViolationEvent.prototype, "columnNumber");
const aborted = getter(AbortSignal.prototype, "aborted");
const localName = getter(Element.prototype, "localName");
const attribute = method(Element.prototype.getAttribute);
const slice = method(String.prototype.slice);
const startsWith = method(String.prototype.startsWith) as (self: string, start: string) => boolean;
const then = method(Promise.prototype.then) as (
  self: Promise<unknown>,
  fulfilled: (value: unknown) => unknown,
  rejected: (reason: unknown) => never,
) => Promise<unknown>;
const listen = method(EventTarget.prototype.addEventListener) as (
  self: EventTarget,
  type: string,
  listener: (event: Event) => void,
) => void;
const entriesByName = performance.getEntriesByName.bind(performance);
const nextFrame = requestAnimationFrame.bind(view);
const toText = String;
const toJSON = JSON.stringify;
const makeURL = URL;
const makeError = Error;
const hrefOf = getter(URL.prototype, "href");
const baseOf = getter(Node.prototype, "baseURI");
const { apply } = Reflect;
const remember = method(WeakSet.prototype.add);
const remembers = method(WeakSet.prototype.has);
const keep = method(WeakMap.prototype.set);
const kept = method(WeakMap.prototype.get);

const counts: Record<string, number> = { __proto__: null } as never;
const told: Record<string, true> = { __proto__: null } as never;

const tell = (report: Exclude<Report, { kind: "look" | "more" | "handled" }>, same: string): void => {
  const { kind } = report;
  if (told[kind + same]) return;
  const count = (counts[kind] ?? 0) + 1;
  counts[kind] = count;
  if (count > MOST_OF_KIND + 1) return;
  if (count > MOST_OF_KIND) {
    post({ kind: "more", of: kind });
    return;
  }
  told[kind + same] = true;
  post(report);
};

/** A text of any value of the view's, which can be anything, also something that throws when it is read. */
const describe = (value: unknown): string => {
  try {
    if (typeof value !== "object" || value === null) return slice(toText(value), 0, LONGEST_TEXT);
    const { message } = value as { message?: unknown };
    return slice(typeof message === "string" ? toText(value) : toJSON(value), 0, LONGEST_TEXT);
  } catch {
    return "a value without a text";
  }
};

const stackOf = (value: unknown): string => {
  try {
    const { stack } = (value ?? {}) as { stack?: unknown };
    return typeof stack === "string" ? slice(stack, 0, LONGEST_STACK) : "";
  } catch {
    return "";
  }
};

const place = (file: string, line: number, column: number): string => (file ? `    at ${file}:${line}:${column}` : "");

/** Errors that were already told as what failed. */
const known = new WeakSet();
const isKnown = (value: unknown): boolean => typeof value === "object" && value !== null && remembers(known, value);
const failed = (what: string, address: string, error: unknown): void => {
  if (typeof error === "object" && error !== null) remember(known, error);
  tell({ kind: "failed", what, address: slice(address, 0, LONGEST_TEXT), text: error ? describe(error) : "" }, address);
};
/** Whether the view has cancelled its request, with whatever reason. */
const isCancelled = (signal: AbortSignal | undefined): boolean => {
  try {
    return signal !== undefined && aborted(signal);
  } catch {
    return false; // it is no signal
  }
};
const absolute = (address: string): string => {
  try {
    return hrefOf(new makeURL(address, baseOf(document)));
  } catch {
    return address;
  }
};

const thrown = (event: ErrorEvent): void => {
  const message = messageOf(event);
  // Browsers say so when a view measures itself while it is resized, which has no effect.
  if (startsWith(message, "ResizeObserver loop")) return;
  const error = errorOf(event);
  if (isKnown(error)) return;
  const text = slice(startsWith(message, "Uncaught ") ? slice(message, 9) : message, 0, LONGEST_TEXT);
  const at = place(fileOf(event), lineOf(event), columnOf(event));
  tell({ kind: "exception", text, stack: stackOf(error) || at }, text + at);
};

const notLoaded = (element: Element): void => {
  const address = attribute(element, "src") ?? attribute(element, "href") ?? attribute(element, "data") ?? "";
  if (address !== "") failed(localName(element), absolute(address), undefined);
};

addEventListener(
  "error",
  (event) => {
    if (!event.isTrusted) return;
    const target = targetOf(event);
    if (target === view) thrown(event);
    else if (target) notLoaded(target as Element);
  },
  true,
);

let rejections = 0;
const rejected = new WeakMap<object, number>();
addEventListener(
  "unhandledrejection",
  (event) => {
    if (!event.isTrusted || isKnown(reasonOf(event))) return;
    const reason = reasonOf(event);
    const text = describe(reason);
    const id = ++rejections;
    keep(rejected, promiseOf(event), id);
    tell({ kind: "rejection", text, stack: stackOf(reason), id }, text + stackOf(reason));
  },
  true,
);
addEventListener(
  "rejectionhandled",
  (event) => {
    const id = event.isTrusted ? kept(rejected, promiseOf(event)) : undefined;
    if (typeof id === "number" && id <= MOST_OF_KIND) post({ kind: "handled", id });
  },
  true,
);

addEventListener(
  "securitypolicyviolation",
  (event) => {
    if (!event.isTrusted) return;
    const directive = directiveOf(event);
    const blocked = slice(blockedOf(event), 0, LONGEST_TEXT);
    const stack = place(sourceOf(event), sourceLineOf(event), sourceColumnOf(event));
    tell({ kind: "blocked", directive, blocked, stack }, `${directive} ${blocked}`);
  },
  true,
);

/** Replaces a function by one that looks like it. */
const replace = <Name extends string>(
  owner: { [name in Name]: (...args: never[]) => unknown },
  name: Name,
  by: (original: (...args: never[]) => unknown) => (this: unknown, ...args: unknown[]) => unknown,
): void => {
  const original = owner[name];
  const replaced = by(original);
  Object.defineProperty(replaced, "name", { value: name });
  Object.defineProperty(replaced, "length", { value: original.length });
  owner[name] = replaced as typeof original;
};

replace(console, "error", (original) => function (this: unknown, ...args) {
  let text = "";
  for (let at = 0; at < args.length && at < 8; at++) text += (at === 0 ? "" : " ") + describe(args[at]);
  tell({ kind: "console", text: slice(text, 0, LONGEST_TEXT), stack: stackOf(new makeError()) }, text);
  return apply(original, console, args);
});

replace(view, "fetch", (original) => function (this: unknown, ...args) {
  const [input, init] = args as [unknown, { signal?: AbortSignal } | undefined];
  let address = "";
  let signal: AbortSignal | undefined;
  try {
    address = absolute(toText(typeof input === "object" && input && "url" in input ? input.url : input));
    signal = init?.signal ?? (input as Request).signal;
  } catch {
    // The browser refuses it, too.
  }
  const request = {};
  begun(request, "fetch", address);
  return then(
    apply(original, view, args) as Promise<unknown>,
    (response) => {
      hasHeaders(request);
      return response;
    },
    (reason) => {
      ended(request);
      if (!isCancelled(signal)) failed("fetch", address, reason);
      throw reason;
    },
  );
});

// A drawing that is not of this kind can't be read outside of the frame in which it was drawn.
replace(HTMLCanvasElement.prototype as never, "getContext", (original) => function (this: unknown, ...args) {
  const context = apply(original, this, args) as unknown;
  if (context && args[0] !== "2d") remember(unreadable, this as HTMLCanvasElement);
  return context;
});

const stateOf = getter(XMLHttpRequest.prototype, "readyState");
const OPENED = 1;
const HEADERS_RECEIVED = 2;
const addresses = new WeakMap<object, string>();
const noted = new WeakSet();
replace(XMLHttpRequest.prototype as never, "open", (original) => function (this: unknown, ...args) {
  const request = this as XMLHttpRequest;
  const result = apply(original, request, args) as unknown;
  keep(addresses, request, absolute(toText(args[1])));
  if (!remembers(noted, request)) {
    remember(noted, request);
    listen(request, "error", (event) => {
      if (event.isTrusted) failed("XMLHttpRequest", toText(kept(addresses, request)), undefined);
    });
    listen(request, "readystatechange", () => {
      if (stateOf(request) >= HEADERS_RECEIVED) hasHeaders(request);
    });
    listen(request, "loadend", () => ended(request));
  }
  return result;
});
replace(XMLHttpRequest.prototype as never, "send", (original) => function (this: unknown, ...args) {
  const request = this as XMLHttpRequest;
  const result = apply(original, request, args) as unknown;
  if (stateOf(request) === OPENED) begun(request, "XMLHttpRequest", toText(kept(addresses, request)));
  return result;
});

let frames = 0;
const look = (asked: Look): void => {
  const { shows, detail, painted } = whatIsShown(asked);
  // A frame that is out of sight paints nothing, and gets no animation frames either.
  const unpainted = painted && frames > 0 && entriesByName("first-contentful-paint").length === 0;
  nextFrame(() => nextFrame(() => (frames += 1)));
  post({
    kind: "look",
    shows: unpainted ? "unpainted" : shows,
    detail: slice(detail, 0, 80),
    pending: whatIsPending(),
    loading: isLoading(),
  });
};

port.onmessage = (event) => look(dataOf(event) as Look);
parent.postMessage({ jsonrpc: "2.0", method: REPORTER, params: {} }, oriel.proxy, [port2]);
document.currentScript?.remove();
