// The size of a message that a view has sent.

const DEEPEST = 500;

/** Whether an object is a plain one, which JSON can represent; a Map and a buffer are not. */
export function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}

/**
 * The message's size as JSON in UTF-16 units, without escapes; Infinity if JSON can't represent it, such as a Map or a
 * buffer. Counting stops above the limit: a few objects that refer to each other many times are small to send, but
 * have no end as JSON.
 */
export function messageSize(data: unknown, limit: number): number {
  return sizeOf(data, limit, 0);
}

function sizeOf(value: unknown, left: number, depth: number): number {
  switch (typeof value) {
    case "string":
      return value.length + 2;
    case "number":
      return Number.isFinite(value) ? String(value).length : 4;
    case "boolean":
      return value ? 4 : 5;
    case "object":
      return value === null ? 4 : membersSize(value, left, depth + 1);
    default:
      return Infinity;
  }
}

function membersSize(value: object, left: number, depth: number): number {
  if (depth > DEEPEST || (!Array.isArray(value) && !isPlain(value))) {
    return Infinity;
  }
  if (Array.isArray(value)) {
    // An array may be long without elements.
    let size = 1 + Math.max(1, value.length);
    for (let i = 0; i < value.length && size <= left; i++) {
      size += value[i] === undefined ? 4 : sizeOf(value[i], left - size, depth);
    }
    return size;
  }
  let size = 1;
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key];
    if (member !== undefined) {
      size += key.length + 4 + sizeOf(member, left - size, depth);
    }
    if (size > left) {
      break;
    }
  }
  return Math.max(2, size);
}
