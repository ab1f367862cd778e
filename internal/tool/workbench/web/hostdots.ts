// The dots that tell hosts apart: a few have a colour in the style sheet, all others get one, and a shape, here.

import type { Profile } from "./wire.ts";

const KNOWN = ["claude", "chatgpt", "mcp-ui", "vscode", "text"];
/** Corners in percent of the dot. Circles are left to the hosts of the style sheet. */
const shapes = {
  square: "6% 6%, 94% 6%, 94% 94%, 6% 94%",
  diamond: "50% -6%, 106% 50%, 50% 106%, -6% 50%",
  triangle: "50% 0, 106% 100%, -6% 100%",
};
/** Degrees between the hues of neighbours: the golden angle keeps all of them apart. */
const HUE_STEP = 137.5;

/** The style rules for the dots of all hosts that the style sheet doesn't know. */
export function dotRules(profiles: Pick<Profile, "id">[]): string[] {
  const corners = Object.values(shapes);
  return profiles
    .filter(({ id }) => !KNOWN.includes(id))
    .map(({ id }, i) => {
      const hue = Math.round((i * HUE_STEP) % 360);
      const color = `light-dark(oklch(0.58 0.14 ${hue}), oklch(0.76 0.12 ${hue}))`;
      const selector = `.host-dot[data-host=${JSON.stringify(id)}]`;
      return `${selector} { --dot: ${color}; border-radius: 0; clip-path: polygon(${corners[i % corners.length]}); }`;
    });
}

/** Adds the rules to the page. */
export function styleDots(profiles: Pick<Profile, "id">[]): void {
  const sheet = new CSSStyleSheet();
  dotRules(profiles).forEach((rule) => sheet.insertRule(rule));
  document.adoptedStyleSheets.push(sheet);
}
