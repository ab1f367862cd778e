// Generated from ../react by tools/assets. DO NOT EDIT.
import { h } from "./library.ts";
import type { ComponentType } from "./library.ts";
import { renderInto } from "./root.ts";

/**
 * Shows a component as the whole view, in the task that calls it: what the host
 * is told in the handshake, and what it sees first, do not wait for a later one. A
 * view whose `index.tsx` has a default export is built with this call.
 *
 * @param component - Has no props that it needs.
 * @param element - Where to; left out: the element `root` of the page, made if
 * there is none. A script in the head waits for the page to have a body.
 * @returns A function that takes it away again.
 * @example
 * mount(Forecast);
 */
export const mount = (component: ComponentType, element?: Element | null): (() => void) => {
  let end: (() => void) | undefined;
  const show = () => {
    let place = element ?? document.getElementById("root");
    if (!place) {
      document.body.append((place = document.createElement("div")));
      place.id = "root";
    }
    end = renderInto(place, h(component, null));
  };
  if (element || document.body) show();
  else addEventListener("DOMContentLoaded", show, { once: true });
  return () => {
    removeEventListener("DOMContentLoaded", show);
    end?.();
  };
};
