// Oriel's own mark.

/** A bay window from above: three panes that stand out from a wall. */
export function mark(): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "mark");
  svg.setAttribute("aria-hidden", "true");
  const strokes = [
    ["M1 7h4l4 10h6l4-10h4", "line"],
    ["M9.6 15.4h4.8", "glass"],
    ["M6 7.6l2.7 6.6M18 7.6l-2.7 6.6", "glass"],
  ] as const;
  for (const [d, name] of strokes) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", d);
    path.setAttribute("class", `mark-${name}`);
    svg.append(path);
  }
  return svg;
}
