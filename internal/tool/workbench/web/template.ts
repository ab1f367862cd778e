// URI templates, RFC 6570. All values are texts: the form has no fields for lists and maps.

export interface Variable {
  name: string;
  /** The maximum number of characters to use; undefined means all. */
  prefix: number | undefined;
  /** Whether the RFC allows a list here; only one value can be entered. */
  list: boolean;
}

interface Expression {
  operator: string;
  variables: Variable[];
}

export interface Template {
  parts: (string | Expression)[];
  /** Without duplicates, in order. */
  variables: Variable[];
  /** Why the template can't be filled in, as a sentence; empty if it can. */
  problem: string;
}

interface OperatorRules {
  first: string;
  between: string;
  /** Set if values are written as name=value: the text after the name of an empty value. */
  named?: string;
  /** Whether reserved characters are not encoded. */
  reserved?: boolean;
}

const operators: Record<string, OperatorRules> = {
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

/** Expands a template to a URI. Variables with an empty value are left out. */
export function expandTemplate({ parts }: Template, values: Record<string, string>): string {
  return parts.map((part) => (typeof part === "string" ? encode(part, true) : expand(part, values))).join("");
}

function readExpression(text: string): Expression | string {
  const operator = /^[^A-Za-z0-9_%]/.exec(text)?.[0] ?? "";
  if (!Object.hasOwn(operators, operator)) {
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
  const { first, between, named, reserved } = operators[operator] as OperatorRules;
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

// Percent-encodes a text. With reserved, reserved characters and existing percent-encodings are kept.
function encode(text: string, reserved: boolean): string {
  const stays = reserved ? /%[0-9A-Fa-f]{2}|[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]/ : /[A-Za-z0-9\-._~]/;
  return text.replace(reserved ? /%[0-9A-Fa-f]{2}|[^]/gu : /[^]/gu, (piece) =>
    stays.test(piece) ? piece : encodePiece(piece),
  );
}

function encodePiece(piece: string): string {
  // A single surrogate can't be encoded.
  const whole = /\p{Surrogate}/u.test(piece) ? "\uFFFD" : piece;
  return encodeURIComponent(whole).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
