// Patterns come from the server, and some would block the page for minutes, even for a text of forty letters. They are
// not checked here, because the server checks its arguments anyway.

const LONGEST_TEXT = 200;
const MOST_REPEATS = 3;

/** Whether a text matches a pattern; also true if that can't be checked quickly. */
export function fits(pattern: string, text: string): boolean {
  if (takesLong(pattern) && (text.length > LONGEST_TEXT || isRisky(pattern))) {
    return true;
  }
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}

/** Whether the time may grow faster than the length of the text, as with any repetition. */
function takesLong(pattern: string): boolean {
  return /[*+{]|\\[1-9k]/.test(pattern);
}

/** Whether a repetition contains another one or an alternative: the time may double with each letter. */
function isRisky(pattern: string): boolean {
  const inside: { varies: boolean }[] = [{ varies: false }];
  let repeats = 0;
  for (let i = 0; i < pattern.length; i++) {
    const group = inside[inside.length - 1] as { varies: boolean };
    switch (pattern[i]) {
      case "\\":
        i += 1;
        if (/[1-9k]/.test(pattern[i] ?? "")) {
          return true; // a backreference
        }
        break;
      case "[":
        i = endOfClass(pattern, i);
        break;
      case "(":
        inside.push({ varies: false });
        break;
      case ")": {
        const { varies } = inside.length > 1 ? (inside.pop() as { varies: boolean }) : group;
        const around = inside[inside.length - 1] as { varies: boolean };
        if (varies && /^[*+{]/.test(pattern.slice(i + 1, i + 2))) {
          return true;
        }
        around.varies ||= varies;
        break;
      }
      case "|":
        group.varies = true;
        break;
      case "*":
      case "+":
      case "{":
        repeats += 1;
        group.varies = true;
        break;
      case "?":
        group.varies ||= i > 0 && pattern[i - 1] !== "(";
        break;
    }
  }
  return repeats > MOST_REPEATS;
}

function endOfClass(pattern: string, start: number): number {
  let i = start + 1;
  while (i < pattern.length && pattern[i] !== "]") {
    i += pattern[i] === "\\" ? 2 : 1;
  }
  return i;
}
