// URI templates, RFC 6570. Every value is a text: lists and maps, which the
// RFC also knows, have no place in a form of lines.

export interface Variable {
  name: string;
  /** At most so many characters of it are taken; undefined is all. */
  prefix: number | undefined;
  /** The RFC would take a list here; one value is what can be given. */
  list: boolean;
}

interface Expression {
  operator: string;
  variables: Variable[];
}

export interface Template {
  parts: (string | Expression)[];
  /** Each name once, in the order in which they stand. */
  variables: Variable[];
  /** Why the template can't be filled in, in a sentence; empty when it can. */
  problem: string;
}

interface Manner {
  first: string;
  between: string;
  /** name=value; what stands after the name of an empty value. */
  named?: string;
  /** Reserved characters stay as they are. */
  reserved?: boolean;
}

const manners: Record<string, Manner> = {
  "": { first: "", between: "," },
  "+": { first: "", between: ",", reserved: true },
  "#": { first: "#", between: ",", reserved: true },
  ".": { first: ".", between: "." },
  "/": { first: "/", between: "/" },
  ";": { first: ";", between: ";", named: "" },
  "?": { first: "?", between: "&", named: "=" },
  "&": { first: "&", between: "&", named: "=" },
};

const NAME = /^(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})+$/;

export function readTemplate(template: string): Template {
  const parts: (string | Expression)[] = [];
  let problem = "";
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf("{", at);
    const literal = template.slice(at, open < 0 ? undefined : open);
    if (literal.includes("}")) {
      problem ||= "It has a } without a { before it.";
    }
    if (literal !== "") {
      parts.push(literal);
    }
    if (open < 0) {
      break;
    }
    const close = template.indexOf("}", open);
    if (close < 0) {
      problem ||= "It has a { that is never closed.";
      break;
    }
    const expression = readExpression(template.slice(open + 1, close));
    if (typeof expression === "string") {
      problem ||= expression;
    } else {
      parts.push(expression);
    }
    at = close + 1;
  }
  const variables = new Map<string, Variable>();
  for (const variable of parts.flatMap((part) => (typeof part === "string" ? [] : part.variables))) {
    variables.set(variable.name, variables.get(variable.name) ?? variable);
  }
  return { parts, variables: [...variables.values()], problem };
}

/** The URI; a variable without a value, or with an empty one, is left out. */
export function expandTemplate({ parts }: Template, values: Record<string, string>): string {
  return parts.map((part) => (typeof part === "string" ? encode(part, true) : expand(part, values))).join("");
}

function readExpression(text: string): Expression | string {
  const operator = /^[^A-Za-z0-9_%]/.exec(text)?.[0] ?? "";
  if (!Object.hasOwn(manners, operator)) {
    return `{${text}} begins with ${operator}, which RFC 6570 does not know.`;
  }
  const variables: Variable[] = [];
  for (const one of text.slice(operator.length).split(",")) {
    const [, name = "", star, digits] = /^(.*?)(\*)?(?::([1-9][0-9]{0,3}))?$/.exec(one) ?? [];
    if (!NAME.test(name) || (star && digits)) {
      return `{${text}} is not an expression of RFC 6570.`;
    }
    variables.push({ name, prefix: digits ? Number(digits) : undefined, list: star !== undefined });
  }
  return { operator, variables };
}

function expand({ operator, variables }: Expression, values: Record<string, string>): string {
  const { first, between, named, reserved } = manners[operator] as Manner;
  const given = variables.flatMap(({ name, prefix }) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? "") : "";
    if (value === "") {
      return [];
    }
    const whole = prefix === undefined ? value : [...value].slice(0, prefix).join("");
    const text = encode(whole, reserved === true);
    return [named === undefined ? text : `${name}${text === "" ? named : `=${text}`}`];
  });
  return given.length === 0 ? "" : first + given.join(between);
}

// Percent-encodes what may not stand; with reserved, what has a meaning in a URI
// stays, and so does what is encoded already.
function encode(text: string, reserved: boolean): string {
  const stays = reserved ? /%[0-9A-Fa-f]{2}|[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]/ : /[A-Za-z0-9\-._~]/;
  return text.replace(reserved ? /%[0-9A-Fa-f]{2}|[^]/gu : /[^]/gu, (piece) =>
    stays.test(piece) ? piece : encodePiece(piece),
  );
}

function encodePiece(piece: string): string {
  // Half a surrogate pair is no character.
  const whole = /\p{Surrogate}/u.test(piece) ? "\uFFFD" : piece;
  return encodeURIComponent(whole).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
