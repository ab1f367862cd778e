type Child = Node | string | number | Child[];
type Props = Record<string, unknown> | null;

export function Fragment(_: unknown, ...children: Child[]): Node {
  const fragment = document.createDocumentFragment();
  fragment.append(...(children.flat() as (Node | string)[]));
  return fragment;
}

export function h(tag: string | ((props: any, ...children: Child[]) => Node), props: Props, ...children: Child[]): Node {
  if (typeof tag === "function") return tag(props, ...children);
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) element.setAttribute(name, String(value));
  element.append(...(children.flat() as (Node | string)[]));
  return element;
}
