/** Looks for anything in a document that a person can see. */
import { isDrawn, isUnlike, over, readColour } from "./colours.ts";
import type { Colour } from "./colours.ts";
import { getter, method } from "./originals.ts";
import type { Look, Shows } from "./report.ts";

/** A larger document has something in sight among its first nodes. */
const MOST_NODES = 5000;
/** Smaller boxes are for screen readers. */
const LEAST_SIDE = 2;
/** Fewer are a spinner. */
const LEAST_BOXES = 3;

const firstChild = getter(Node.prototype, "firstChild");
const nextSibling = getter(Node.prototype, "nextSibling");
const parentOf = getter(Node.prototype, "parentNode");
const nodeType = getter(Node.prototype, "nodeType");
const textOf = getter(Node.prototype, "nodeValue");
const localName = getter(Element.prototype, "localName");
const shadowOf = getter(Element.prototype, "shadowRoot");
const hostOf = getter(ShadowRoot.prototype, "host");
const rectOf = method(Element.prototype.getBoundingClientRect);
const rootNode = method(Node.prototype.getRootNode);
const contains = method(Node.prototype.contains);
const inFront = method(Document.prototype.elementFromPoint);
const isShown = method(Element.prototype.checkVisibility);
const rootOf = getter(Document.prototype, "documentElement");
const bodyOf = getter(Document.prototype, "body");
const newRange = method(document.createRange);
const selectNode = method(Range.prototype.selectNode);
const rangeRect = method(Range.prototype.getBoundingClientRect);
const width = getter(DOMRectReadOnly.prototype, "width");
const height = getter(DOMRectReadOnly.prototype, "height");
const left = getter(DOMRectReadOnly.prototype, "left");
const right = getter(DOMRectReadOnly.prototype, "right");

const top = getter(DOMRectReadOnly.prototype, "top");
const bottom = getter(DOMRectReadOnly.prototype, "bottom");
const value = method(CSSStyleDeclaration.prototype.getPropertyValue);
const isComplete = getter(HTMLImageElement.prototype, "complete");
const naturalWidth = getter(HTMLImageElement.prototype, "naturalWidth");
const styleOf = getComputedStyle.bind(window);
const innerWidthOf = Object.getOwnPropertyDescriptor(window, "innerWidth")?.get?.bind(window) as () => number;
const scrollXOf = Object.getOwnPropertyDescriptor(window, "scrollX")?.get?.bind(window) as () => number;
const scrollYOf = Object.getOwnPropertyDescriptor(window, "scrollY")?.get?.bind(window) as () => number;
const matches = method(RegExp.prototype.test);
const scrollWidth = getter(Element.prototype, "scrollWidth");
const { max } = Math;

const BLANK = /^\s*$/;
const PICTURE = /url\(|gradient\(|image/;
const NO_COLOUR = /^(none|transparent)$/;
const CONTROLS = /^(input|button|select|textarea|progress|meter|audio)$/;
const FRAMES = /^(iframe|object|embed|video)$/;
const SHAPES = /^(path|rect|circle|ellipse|line|polyline|polygon)$/;
const LIGHT: Colour = [255, 255, 255, 1];
const DARK: Colour = [18, 18, 18, 1];


export interface Found {
  shows: Shows;
  /** Which texts have no contrast. */
  detail: string;
  /** Whether browsers tell that they have painted it: text, images and vector graphics. */
  painted: boolean;
}

class Search {
  nodes = 0;
  boxes = 0;
  faint = "";
  covered = false;
  readonly #colours: Record<string, Colour> = { __proto__: null } as never;
  readonly #canvas: Colour;

  constructor(look: Look) {
    this.#canvas = this.#behindDocument(look);
  }

  #colour(text: string): Colour {
    return (this.#colours[text] ??= readColour(text));
  }

  // A frame is transparent if its document has the colour scheme of the element in the page.
  #behindDocument({ background, theme }: Look): Colour {
    const root = rootOf(document);
    const schemes = root ? value(styleOf(root), "color-scheme") : "normal";
    const dark = matches(/dark/, schemes);
    const light = !dark || matches(/light/, schemes);
    if (theme === "dark" ? dark : light) return over(this.#colour(background), theme === "dark" ? DARK : LIGHT);
    return dark ? DARK : LIGHT;
  }

  /** The colour behind an element, or undefined for a picture. */
  #behind(element: Element): Colour | undefined {
    const layers: Colour[] = [];
    for (let at: Node | null = element; at; at = parentOf(at) ?? this.#host(at)) {
      if (nodeType(at) !== 1) continue;
      const style = styleOf(at as Element);
      if (matches(PICTURE, value(style, "background-image"))) return undefined;
      const colour = this.#colour(value(style, "background-color"));
      if (colour[3] > 0) layers[layers.length] = colour;
      if (colour[3] === 1) break;
    }
    let behind = this.#canvas;
    for (let at = layers.length - 1; at >= 0; at--) behind = over(layers[at] as Colour, behind);
    return behind;
  }

  #host(node: Node): Node | null {
    return nodeType(node) === 11 ? hostOf(node as ShadowRoot) : null;
  }

  #hasContrast(element: Element, property: string): boolean {
    const text = value(styleOf(element), property);
    if (matches(NO_COLOUR, text)) return false;
    const behind = this.#behind(element);
    return behind === undefined || matches(/url\(/, text) || isUnlike(this.#colour(text), behind);
  }

  /** Looks at a node and what is in it; returns what was found, if it can be seen. */
  visit(node: Node): Found | undefined {
    if (++this.nodes > MOST_NODES) return { shows: "something", detail: "", painted: false };
    const type = nodeType(node);
    if (type === 3) return this.#text(node);
    if (type === 1) {
      const name = localName(node as Element);
      if (matches(/^(script|style|template|noscript|head|title|datalist)$/, name)) return undefined;
      const found = this.#element(node as Element, name);
      if (found) return found;
      const shadow = shadowOf(node as Element);
      const inside = shadow ? this.visit(shadow) : undefined;
      if (inside) return inside;
    }
    for (let child = firstChild(node); child; child = nextSibling(child)) {
      const found = this.visit(child);
      if (found) return found;
    }
    return undefined;
  }

  #text(node: Node): Found | undefined {
    const text = textOf(node) ?? "";
    const parent = parentOf(node);
    const holder = parent && nodeType(parent) === 1 ? (parent as Element) : parent && (this.#host(parent) as Element | null);
    if (matches(BLANK, text) || !holder || !this.#isVisible(holder)) return undefined;
    const range = newRange(document);
    selectNode(range, node);
    const lines = rangeRect(range);
    if (!this.#isInReach(lines) || this.#isCovered(holder, lines)) return undefined;
    const box = rectOf(holder);
    if (width(box) > 0 && width(box) < LEAST_SIDE && height(box) < LEAST_SIDE) return undefined;
    if (
      this.#hasContrast(holder, "-webkit-text-fill-color") ||
      value(styleOf(holder), "text-shadow") !== "none" ||
      localName(holder) === "text"
    )
      return { shows: "something", detail: "", painted: true };
    this.faint ||= text;
    return undefined;
  }

  /** Whether an opaque element is in front of the middle of a box. */
  #isCovered(holder: Element, box: DOMRect): boolean {
    if (nodeType(rootNode(holder) as Node) !== 9) return false; // what is in a shadow tree is found as its host
    let at: Node | null = inFront(document, (left(box) + right(box)) / 2, (top(box) + bottom(box)) / 2);
    if (!at || contains(holder, at)) return false;
    for (; at && !contains(at, holder); at = parentOf(at)) {
      if (nodeType(at) === 1 && this.#colour(value(styleOf(at as Element), "background-color"))[3] === 1) {
        this.covered = true;
        return true;
      }
    }
    return false;
  }

  #element(element: Element, name: string): Found | undefined {
    const seen = (painted: boolean): Found => ({ shows: "something", detail: "", painted });
    const box = rectOf(element);
    if (!this.#isInReach(box) || width(box) < LEAST_SIDE || height(box) < LEAST_SIDE) {
      // A line has no height.
      if (!matches(SHAPES, name) || max(width(box), height(box)) < LEAST_SIDE) return undefined;
    }
    if (!this.#isVisible(element)) return undefined;
    if (name === "img") {
      const image = element as HTMLImageElement;
      return isComplete(image) && naturalWidth(image) > 0 ? seen(true) : undefined;
    }
    if (name === "canvas") return isDrawn(element as HTMLCanvasElement) === false ? undefined : seen(false);
    if (matches(SHAPES, name))
      return this.#hasContrast(element, "fill") || this.#hasContrast(element, "stroke") ? seen(true) : undefined;
    if (matches(FRAMES, name) || name === "image" || name === "use") return seen(false);
    const style = styleOf(element);
    if (matches(CONTROLS, name) && value(style, "appearance") !== "none") return seen(false);
    if (element === bodyOf(document) || element === rootOf(document)) return undefined;
    if (matches(/url\(/, value(style, "background-image"))) return seen(false);
    if (this.#isBox(element, style)) {
      if (matches(CONTROLS, name)) return seen(false);
      this.boxes += 1;
    }
    return undefined;
  }

  #isBox(element: Element, style: CSSStyleDeclaration): boolean {
    const parent = parentOf(element);
    const behind = parent && nodeType(parent) === 1 ? this.#behind(parent as Element) : this.#canvas;
    if (behind === undefined) return false;
    if (matches(PICTURE, value(style, "background-image"))) return true;
    if (isUnlike(this.#colour(value(style, "background-color")), behind)) return true;
    return value(style, "border-top-width") !== "0px" && isUnlike(this.#colour(value(style, "border-top-color")), behind);
  }

  #isVisible(element: Element): boolean {
    return isShown(element, { opacityProperty: true, visibilityProperty: true });
  }

  // Whether people can scroll to it.
  #isInReach(box: DOMRect): boolean {
    const root = rootOf(document);
    return (
      width(box) > 0 &&
      height(box) >= 0 &&
      right(box) + scrollXOf() > 0 &&
      bottom(box) + scrollYOf() > 0 &&
      left(box) + scrollXOf() < max(innerWidthOf(), root ? scrollWidth(root) : 0)
    );
  }
}

/** What can be seen of the document. */
export const whatIsShown = (look: Look): Found => {
  if (innerWidthOf() === 0) return { shows: "unseen", detail: "", painted: false };
  const search = new Search(look);
  const root = rootOf(document);
  const found = root ? search.visit(root) : undefined;
  if (found) return found;
  if (search.covered) return { shows: "covered", detail: "", painted: false };
  if (search.faint !== "") return { shows: "no contrast", detail: search.faint, painted: false };
  return { shows: search.boxes >= LEAST_BOXES ? "boxes" : "nothing", detail: "", painted: false };
};


