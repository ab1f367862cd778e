// Elements in one expression. Text is always set as text, so nothing that a
// server says is read as markup.

type Attributes = Record<string, string | number | undefined>;

export function html<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  return complete(document.createElement(name), attributes, children);
}

export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  return complete(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

export function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  }
}

function complete<E extends Element>(element: E, attributes: Attributes, children: (Node | string)[]): E {
  set(element, attributes);
  element.append(...children);
  return element;
}
