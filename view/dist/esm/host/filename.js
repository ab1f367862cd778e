// host/filename.ts
var LONGEST = 200;
var fallback = "download";
var devices = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(?=[ .]|$)/iu;
function nameFromUri(uri, otherwise = "") {
  const path = uri.replace(/[?#].*$/su, "").replace(/^https?:\/\/[^/]*/iu, "").replace(/^[a-z][a-z0-9+.-]*:/iu, "");
  return safeName(lastSegment(decoded(lastSegment(path))) || otherwise);
}
function safeName(name) {
  const seen = lastSegment(name).normalize("NFC").replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "").replace(/[<>:"|?*]/gu, "_").replace(/\s+/gu, " ").replace(/^[ .]+|[ .]+$/gu, "");
  return cut(seen.replace(devices, "_$&")) || fallback;
}
function distinct(names) {
  const used = /* @__PURE__ */ new Set();
  return names.map((name) => {
    const [stem, extension] = split(name);
    let one = name;
    for (let n = 2; used.has(one.toLowerCase()); n++) {
      one = `${stem} (${n})${extension}`;
    }
    used.add(one.toLowerCase());
    return one;
  });
}
function lastSegment(path) {
  return path.split(/[\\/]/u).findLast((segment) => segment !== "") ?? "";
}
function decoded(segment) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
function split(name) {
  const extension = /(?<=.)\.[^. ]{1,16}$/su.exec(name)?.[0] ?? "";
  return [name.slice(0, name.length - extension.length), extension];
}
function cut(name) {
  const [stem, extension] = split(name);
  let left = LONGEST - bytes(extension);
  let kept = "";
  for (const character of stem) {
    left -= bytes(character);
    if (left < 0) {
      return `${kept.trimEnd()}${extension}`;
    }
    kept += character;
  }
  return name;
}
function bytes(text) {
  return new TextEncoder().encode(text).length;
}
export {
  distinct,
  nameFromUri,
  safeName
};
