// values/unchecked.ts
var object = (value) => value && typeof value === "object" ? value : {};
var text = (value) => /string|number/.test(typeof value) ? `${value}` : "";
var json = (value) => {
  try {
    return JSON.stringify(value);
  } catch {
    return "";
  }
};
export {
  json,
  object,
  text
};
