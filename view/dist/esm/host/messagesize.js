// host/messagesize.ts
var DEEPEST = 500;
function isPlain(value) {
  return Object.getPrototypeOf(value) === Object.prototype;
}
function messageSize(data, limit) {
  return sizeOf(data, limit, 0);
}
function sizeOf(value, left, depth) {
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
function membersSize(value, left, depth) {
  if (depth > DEEPEST || !Array.isArray(value) && !isPlain(value)) {
    return Infinity;
  }
  if (Array.isArray(value)) {
    let size2 = 1 + Math.max(1, value.length);
    for (let i = 0; i < value.length && size2 <= left; i++) {
      size2 += value[i] === void 0 ? 4 : sizeOf(value[i], left - size2, depth);
    }
    return size2;
  }
  let size = 1;
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member !== void 0) {
      size += key.length + 4 + sizeOf(member, left - size, depth);
    }
    if (size > left) {
      break;
    }
  }
  return Math.max(2, size);
}
export {
  isPlain,
  messageSize
};
