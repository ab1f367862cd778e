// A page dressed by the variables alone.
import { HostStyles, mount } from "@oriel/view/react";
import { useState } from "framework";

const App = () => {
  const [isThere, show] = useState(true);
  Object.assign(globalThis, { show });
  return (
    <>
      {isThere && <HostStyles />}
      <p id="text">A text</p>
    </>
  );
};

mount(App);
const probe = document.body.appendChild(document.createElement("i"));
Object.assign(globalThis, {
  /** What a declaration comes to. */
  value(property: string, text: string) {
    probe.style.setProperty(property, text);
    return getComputedStyle(probe).getPropertyValue(property);
  },
});
