// A panel that a button opens, near the button and within the window.

import { apply, h, icon, uniqueId } from "./dom.ts";
import type { IconName } from "./dom.ts";

export interface Popover {
  button: HTMLButtonElement;
  panel: HTMLElement;
}

/** Creates the button and its panel. render is called each time it opens. */
export function popover(
  { name, label, text, title, kind }: { name: IconName; label: string; text?: string; title: string; kind: string },
  render: (panel: HTMLElement) => void | Promise<void>,
): Popover {
  const id = uniqueId(kind);
  const panel = h("div", { id, class: `float ${kind}`, popover: "auto", role: "dialog", "aria-label": label });
  const button = h(
    "button",
    {
      type: "button",
      class: text === undefined ? "icon-button" : "text-button",
      popovertarget: id,
      title,
    },
    text === undefined ? icon(name) : null,
    text,
  );
  if (text === undefined) {
    apply(button, { "aria-label": title });
  }
  let rendered: void | Promise<void>;
  panel.addEventListener("beforetoggle", (event) => {
    if ((event as ToggleEvent).newState === "open") {
      rendered = render(panel);
    }
  });
  panel.addEventListener("toggle", async (event) => {
    if ((event as ToggleEvent).newState === "open") {
      await rendered;
      place(panel, button);
    }
  });
  return { button, panel };
}

function place(panel: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const left = Math.max(8, Math.min(at.right - width, innerWidth - width - 8));
  const below = at.bottom + 6;
  // Above the button if there is no room below it.
  const top = below + height <= innerHeight - 8 ? below : at.top - height - 6;
  panel.style.left = `${left}px`;
  panel.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
}
