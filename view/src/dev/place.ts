/** Finds an element of one document again in the next, which may be made by other code. */

/** A selector that leads to the element: from an id on, where there is one. */
export const placeOf = (element: Element): string => {
  const steps: string[] = [];
  for (let at: Element | null = element; at && at !== document.documentElement; at = at.parentElement) {
    if (at.id && document.getElementById(at.id) === at) {
      steps.unshift(`#${CSS.escape(at.id)}`);
      break;
    }
    const name = at.localName;
    const same = [...(at.parentElement?.children ?? [])].filter((other) => other.localName === name);
    steps.unshift(`${CSS.escape(name)}:nth-of-type(${same.indexOf(at) + 1})`);
  }
  return steps.join(">") || ":root";
};

export const elementAt = (place: string): Element | null => {
  try {
    return document.querySelector(place);
  } catch {
    return null;
  }
};
