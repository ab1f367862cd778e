/** Finds what a document waits for: elements whose source has not arrived. */
import { getter, method } from "./originals.ts";
import type { Pending } from "./report.ts";

const MOST = 5;

const query = method(Document.prototype.querySelectorAll) as (self: Document, selectors: string) => NodeListOf<Element>;
const item = method(NodeList.prototype.item);
const lengthOf = getter(NodeList.prototype, "length");
const localName = getter(Element.prototype, "localName");
const isComplete = getter(HTMLImageElement.prototype, "complete");
const loading = getter(HTMLImageElement.prototype, "loading");
const currentSource = getter(HTMLImageElement.prototype, "currentSrc");
const imageSource = getter(HTMLImageElement.prototype, "src");
const scriptSource = getter(HTMLScriptElement.prototype, "src");
const href = getter(HTMLLinkElement.prototype, "href");
const sheet = getter(HTMLLinkElement.prototype, "sheet");
const readyState = getter(Document.prototype, "readyState");
const entriesByName = performance.getEntriesByName.bind(performance);

/** Whether the document's load event has not come. */
export const isLoading = (): boolean => readyState(document) !== "complete";

/** The elements whose sources have not arrived, the first of each. */
export const pendingElements = (): Pending[] => {
  const found: Pending[] = [];
  const list = query(document, isLoading() ? "img, script[src], link[rel~=stylesheet]" : "img");
  for (let at = 0; at < lengthOf(list) && found.length < MOST; at++) {
    const element = item(list as NodeListOf<Node>, at) as Element;
    const name = localName(element);
    if (name === "img") {
      const image = element as HTMLImageElement;
      if (!isComplete(image) && loading(image) !== "lazy") found[found.length] = { what: name, address: currentSource(image) || imageSource(image) };
      continue;
    }
    const script = name === "script";
    const address = script ? scriptSource(element as HTMLScriptElement) : href(element as HTMLLinkElement);
    // The browser lists what has arrived or failed.
    if (entriesByName(address).length === 0 && (script || sheet(element as HTMLLinkElement) === null))
      found[found.length] = { what: script ? "script" : "stylesheet", address };
  }
  return found;
};
