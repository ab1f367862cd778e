/** Finds what a document waits for: elements and fonts whose source has not arrived, and requests without an answer. */
import { getter, method } from "./originals.ts";
import type { Pending } from "./report.ts";

const MOST = 5;
const MOST_ANSWERED = 500;
/** How long a request may wait for its headers. */
const HEADERS_MS = 6000;
const NETWORK_LOADING = 2;

const query = method(Document.prototype.querySelectorAll) as (self: Document, selectors: string) => NodeListOf<Element>;
const item = method(NodeList.prototype.item);
const lengthOf = getter(NodeList.prototype, "length");
const localName = getter(Element.prototype, "localName");
const attribute = method(Element.prototype.getAttribute);
const isComplete = getter(HTMLImageElement.prototype, "complete");
const currentSource = getter(HTMLImageElement.prototype, "currentSrc");
const imageSource = getter(HTMLImageElement.prototype, "src");
const scriptSource = getter(HTMLScriptElement.prototype, "src");
const frameSource = getter(HTMLIFrameElement.prototype, "src");
const mediaSource = getter(HTMLMediaElement.prototype, "currentSrc");
const networkState = getter(HTMLMediaElement.prototype, "networkState");
const mediaState = getter(HTMLMediaElement.prototype, "readyState");
const href = getter(HTMLLinkElement.prototype, "href");
const sheet = getter(HTMLLinkElement.prototype, "sheet");
const sheetsOf = getter(Document.prototype, "styleSheets");
const sheetCount = getter(StyleSheetList.prototype, "length");
const sheetAt = method(StyleSheetList.prototype.item);
const rulesOf = getter(CSSStyleSheet.prototype, "cssRules");
const ruleCount = getter(CSSRuleList.prototype, "length");
const ruleAt = method(CSSRuleList.prototype.item);
const styleOf = getter(CSSFontFaceRule.prototype, "style");
const value = method(CSSStyleDeclaration.prototype.getPropertyValue);
const fontsOf = getter(Document.prototype, "fonts");
const eachFont = method(FontFaceSet.prototype.forEach) as (self: FontFaceSet, each: (font: FontFace) => void) => void;
const fontStatus = getter(FontFace.prototype, "status");
const family = getter(FontFace.prototype, "family");
const readyState = getter(Document.prototype, "readyState");
const entriesByName = performance.getEntriesByName.bind(performance);
const now = performance.now.bind(performance);
const matches = method(RegExp.prototype.test) as (self: RegExp, text: string) => boolean;
const exec = method(RegExp.prototype.exec) as (self: RegExp, text: string) => RegExpExecArray | null;
const listen = method(EventTarget.prototype.addEventListener) as (
  self: EventTarget,
  type: string,
  listener: (event: Event) => void,
  capture: boolean,
) => void;
const targetOf = getter(Event.prototype, "target");
const remember = method(WeakSet.prototype.add);
const remembers = method(WeakSet.prototype.has);
const put = method(Map.prototype.set);
const take = method(Map.prototype.get);
const drop = method(Map.prototype.delete);
const eachOpen = method(Map.prototype.forEach) as (self: Map<object, Open>, each: (open: Open) => void) => void;
const makeURL = URL;
const hrefOf = getter(URL.prototype, "href");
const baseOf = getter(Node.prototype, "baseURI");

const OF_THE_WEB = /^https?:/;

interface Open extends Pending {
  since: number;
}

const open = new Map<object, Open>();
// Without their queries. A view that asks again where it got an answer may wait for news.
const answered: Record<string, true> = { __proto__: null } as never;
let answers = 0;
const pathOf = (address: string): string => exec(/^[^?#]*/, address)?.[0] ?? address;

/** A request has begun. */
export const begun = (request: object, what: string, address: string): void => {
  put(open, request, { what, address, since: now() });
};

/** A request has its headers. */
export const hasHeaders = (request: object): void => {
  const path = pathOf((take(open, request) as Open | undefined)?.address ?? "");
  if (path !== "" && answers++ < MOST_ANSWERED) answered[path] = true;
  drop(open, request);
};

/** A request is over. */
export const ended = (request: object): void => {
  drop(open, request);
};

const loaded = new WeakSet();
listen(
  document,
  "load",
  (event) => {
    const target = event.isTrusted ? targetOf(event) : null;
    if (target) remember(loaded, target);
  },
  true,
);

/** Whether the document's load event has not come. */
export const isLoading = (): boolean => readyState(document) !== "complete";

const isLazy = (element: Element): boolean => attribute(element, "loading") === "lazy";

/** The address of what an element waits for; empty if that has arrived, or is not waited for. */
const waitsFor = (element: Element, name: string): string => {
  switch (name) {
    case "script":
    case "link": {
      const address = name === "script" ? scriptSource(element as HTMLScriptElement) : href(element as HTMLLinkElement);
      // The browser lists what has arrived or failed.
      const arrived = entriesByName(address).length > 0 || (name === "link" && sheet(element as HTMLLinkElement) !== null);
      return arrived ? "" : address;
    }
    case "iframe": {
      const address = frameSource(element as HTMLIFrameElement);
      const isAwaited = matches(OF_THE_WEB, address) && attribute(element, "srcdoc") === null && !isLazy(element);
      return isAwaited && !remembers(loaded, element) ? address : "";
    }
    case "img": {
      const image = element as HTMLImageElement;
      return isComplete(image) || isLazy(image) ? "" : currentSource(image) || imageSource(image);
    }
    default: {
      // A source without its first headers; what is played while it arrives has them, and what is loaded on demand does not load.
      const media = element as HTMLMediaElement;
      const address = mediaSource(media);
      const loads = networkState(media) === NETWORK_LOADING && mediaState(media) === 0;
      return loads && matches(OF_THE_WEB, address) && !isLazy(media) ? address : "";
    }
  }
};

/** The source of a font that a style sheet declares; the family itself if it can't be found. */
const fontSource = (name: string): string => {
  const sheets = sheetsOf(document);
  for (let at = 0; at < sheetCount(sheets); at++) {
    try {
      const one = sheetAt(sheets, at) as CSSStyleSheet;
      const rules = rulesOf(one);
      for (let rule = 0; rule < ruleCount(rules) && rule < 1000; rule++) {
        const found = ruleAt(rules, rule);
        if (!(found instanceof CSSFontFaceRule)) continue;
        const style = styleOf(found);
        const [, address] = exec(/url\(["']?([^"')]+)/, value(style, "src")) ?? [];
        if (address !== undefined && plain(value(style, "font-family")) === name)
          return hrefOf(new makeURL(address, one.href ?? baseOf(document)));
      }
    } catch {
      // A style sheet of another origin.
    }
  }
  return name;
};
const plain = (name: string): string => exec(/^["']?(.*?)["']?$/, name)?.[1] ?? name;

/** What has not arrived, the first of each kind; what holds the document up comes first. */
export const whatIsPending = (): Pending[] => {
  const found: Pending[] = [];
  const add = (what: string, address: string): void => {
    if (address !== "" && found.length < MOST) found[found.length] = { what, address };
  };
  const addElements = (selectors: string): void => {
    const list = query(document, selectors) as NodeListOf<Node>;
    for (let at = 0; at < lengthOf(list) && found.length < MOST; at++) {
      const element = item(list, at) as Element;
      const name = localName(element);
      add(name === "link" ? "stylesheet" : name, waitsFor(element, name));
    }
  };
  if (isLoading()) addElements("script[src], link[rel~=stylesheet]");
  addElements("iframe, img, video, audio");
  eachFont(fontsOf(document), (font) => {
    if (fontStatus(font) === "loading") add("font", fontSource(plain(family(font))));
  });
  eachOpen(open, ({ what, address, since }) => {
    if (now() - since >= HEADERS_MS && !answered[pathOf(address)]) add(what, address);
  });
  return found;
};
