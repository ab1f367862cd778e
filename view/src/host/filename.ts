// Safe names for files whose names are not trusted.

const LONGEST = 200; // bytes of UTF-8; file systems take 255
const fallback = "download";
const devices = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(?=[ .]|$)/iu;

/** The last segment of a URI as a name that is safe on every file system. */
export function nameFromUri(uri: string, otherwise = ""): string {
  const path = uri
    .replace(/[?#].*$/su, "")
    .replace(/^https?:\/\/[^/]*/iu, "")
    .replace(/^[a-z][a-z0-9+.-]*:/iu, "");
  return safeName(lastSegment(decoded(lastSegment(path))) || otherwise);
}

/** A name without folders, invisible characters, and characters or names with a meaning for file systems or shells. */
export function safeName(name: string): string {
  const seen = lastSegment(name)
    .normalize("NFC")
    // Controls, bidi overrides and other invisible characters, halves of characters, line ends.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[<>:"|?*]/gu, "_")
    .replace(/\s+/gu, " ")
    .replace(/^[ .]+|[ .]+$/gu, "");
  return cut(seen.replace(devices, "_$&")) || fallback;
}

/** Makes names unique by adding numbers. */
export function distinct(names: string[]): string[] {
  const used = new Set<string>();
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

function lastSegment(path: string): string {
  return path.split(/[\\/]/u).findLast((segment) => segment !== "") ?? "";
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function split(name: string): [stem: string, extension: string] {
  const extension = /(?<=.)\.[^. ]{1,16}$/su.exec(name)?.[0] ?? "";
  return [name.slice(0, name.length - extension.length), extension];
}

function cut(name: string): string {
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

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
