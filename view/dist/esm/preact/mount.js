// preact/mount.ts
import { h } from "./library.js";
import { renderInto } from "./root.js";
var mount = (component, element) => {
  let end;
  const show = () => {
    let place = element ?? document.getElementById("root");
    if (!place) {
      document.body.append(place = document.createElement("div"));
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
export {
  mount
};
