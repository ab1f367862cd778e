// Creates elements. Text is only added as text nodes, so a server's text is never parsed as HTML.

export type Child = Node | string | null | undefined | false;

export interface Attributes {
  class?: string;
  /** Event listeners. */
  on?: { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };
  data?: Record<string, string>;
  [name: string]: unknown;
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  apply(element, attributes);
  put(element, ...children);
  return element;
}

export function apply(element: HTMLElement, { on, data, ...attributes }: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== undefined && value !== null && value !== false) {
      element.setAttribute(name, String(value));
    }
  }
  Object.assign(element.dataset, data);
  for (const [type, listener] of Object.entries(on ?? {})) {
    element.addEventListener(type, listener as EventListener);
  }
}

export function put(parent: Element, ...children: Child[]): void {
  parent.append(
    ...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false),
  );
}

/** Replaces the element's children. */
export function fill(parent: Element, ...children: Child[]): void {
  parent.replaceChildren();
  put(parent, ...children);
}

let lastId = 0;

export function uniqueId(prefix: string): string {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

// Icons on a 16 × 16 grid, stroked with the current colour.
const drawings = {
  alert: "M8 2.5 14 13H2L8 2.5ZM8 6.5v3.2M8 11.6v.1",
  back: "M9.5 3.5 5 8l4.5 4.5",
  chat: "M2.5 3.5h11V11H8l-3.2 2.6V11H2.5z",
  check: "m3.5 8.5 3 3 6-7",
  chevron: "m4.5 6.5 3.5 3.5 3.5-3.5",
  close: "m4 4 8 8M12 4l-8 8",
  columns: "M2.5 3.5h11v9h-11zM6.2 3.5v9M9.8 3.5v9",
  copy: "M5.5 5.5h7v7h-7zM10.5 3.5h-7v7",
  download: "M8 2.5V10M4.5 6.8 8 10.3l3.5-3.5M3 13.3h10",
  expand: "M9.5 3.5h3v3M6.5 12.5h-3v-3M12.5 3.5l-4 4M3.5 12.5l4-4",
  file: "M4 2.5h5l3 3v8H4zM9 2.5v3h3",
  info: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 7.4v3.4M8 5.1v.1",
  inline: "M2.5 3h11M2.5 13h11M2.5 5.8h11v4.4h-11z",
  left: "M13 8H3.5M7 4.5 3.5 8 7 11.5",
  link: "M6.5 4.5h-3v8h8v-3M9 3h4v4M13 3 7.5 8.5",
  minus: "M3.5 8h9",
  monitor: "M2.5 3.5h11v7.5h-11zM6 13.5h4",
  moon: "M13 9.6A5.4 5.4 0 0 1 6.4 3 5.4 5.4 0 1 0 13 9.6Z",
  pause: "M5.8 4v8M10.2 4v8",
  pip: "M2.5 3.5h11v9h-11zM8.5 8.2h3v2.3h-3z",
  play: "M5 3.6v8.8L12.2 8 5 3.6Z",
  plus: "M8 3.5v9M3.5 8h9",
  reload: "M12.8 6.2A5.2 5.2 0 1 0 13.2 8.6M13 3v3.4H9.6",
  right: "M3 8h9.5M9 4.5 12.5 8 9 11.5",
  ruler: "M2 6h12v4.5H2zM5 6v2M8 6v2.6M11 6v2",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.4 10.4l3.1 3.1",
  spark: "M8 2.5 9.5 6.5l4 1.5-4 1.5L8 13.5 6.5 9.5l-4-1.5 4-1.5L8 2.5Z",
  stop: "M4.5 4.5h7v7h-7z",
  sun: "M8 10.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2ZM8 1.8v1.4M8 12.8v1.4M1.8 8h1.4M12.8 8h1.4M3.6 3.6l1 1M11.4 11.4l1 1M3.6 12.4l1-1M11.4 4.6l1-1",
  terminal: "M2.5 3h11v10h-11zM5 6l2 2-2 2M8.4 10.2H11",
  tool: "M9.8 6.2 13 3a3.4 3.4 0 0 1-4.5 4.5l-4.3 4.3a1.4 1.4 0 0 1-2-2l4.3-4.3A3.4 3.4 0 0 1 11 1l-3 3 1.8 2.2Z",
  trash: "M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9",
  window: "M2.5 2.5h11v11h-11zM2.5 8h11M8 2.5v11",
} as const;

export type IconName = keyof typeof drawings;

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", drawings[name]);
  svg.append(path);
  return svg;
}

/** A button with an icon and a label for screen readers. */
export function iconButton(
  name: IconName,
  label: string,
  click: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  return h(
    "button",
    {
      type: "button",
      class: "icon-button",
      "aria-label": label,
      title: label,
      ...attributes,
      on: { click, ...attributes.on },
    },
    icon(name),
  );
}

/** A group of buttons of which one is selected. */
export function segmented<T extends string>(
  label: string,
  choices: { value: T; label: string; icon?: IconName }[],
  pick: (value: T) => void,
): { element: HTMLElement; set(value: T): void; offer(values: T[]): void } {
  const buttons = choices.map((choice) =>
    h(
      "button",
      {
        type: "button",
        "aria-pressed": "false",
        "aria-label": choice.label,
        title: choice.label,
        data: { value: choice.value },
        on: { click: () => pick(choice.value) },
      },
      choice.icon ? icon(choice.icon) : choice.label,
    ),
  );
  return {
    element: h("div", { class: "segmented", role: "group", "aria-label": label }, ...buttons),
    set: (value) =>
      buttons.forEach((button) => button.setAttribute("aria-pressed", String(button.dataset["value"] === value))),
    offer: (values) => buttons.forEach((button) => (button.disabled = !values.includes(button.dataset["value"] as T))),
  };
}
