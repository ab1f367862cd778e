// host/download.ts
import { isRecord } from "./types.js";
import { distinct, nameFromUri } from "./filename.js";
import { REFUSED, RpcError } from "./jsonrpc.js";
import { invalid } from "./params.js";
var MOST_FILES = 20;
var LARGEST_TOTAL = 64 * 1024 * 1024;
var LONGEST_URI = 8192;
var refusedSchemes = /* @__PURE__ */ new Set(["data:", "javascript:", "vbscript:", "blob:", "about:", "filesystem:", "view-source:"]);
var shape = 'ui/download-file needs contents: a list of {type: "resource", resource: {uri, mimeType, text or blob}} or {type: "resource_link", uri, name}.';
function readContents(contents) {
  if (!Array.isArray(contents) || contents.length === 0) {
    throw invalid(shape);
  }
  if (contents.length > MOST_FILES) {
    throw invalid(`ui/download-file takes at most ${MOST_FILES} files at once.`);
  }
  return contents.map((block) => {
    if (isRecord(block) && block["type"] === "resource" && isRecord(block["resource"])) {
      return { file: embedded(block["resource"]) };
    }
    if (isRecord(block) && block["type"] === "resource_link") {
      return linked(block);
    }
    throw invalid(shape);
  });
}
async function filesOf(wanted, read) {
  const files = [];
  for (const one of wanted) {
    if ("file" in one) {
      files.push(one.file);
    } else {
      files.push(...filesOfResource(await read(one.uri), one.name));
    }
    if (files.length > MOST_FILES) {
      throw new RpcError(REFUSED, `There are more than ${MOST_FILES} files.`);
    }
    if (files.reduce((sum, file) => sum + (file.data?.byteLength ?? 0), 0) > LARGEST_TOTAL) {
      throw new RpcError(REFUSED, `The files are larger than ${LARGEST_TOTAL / 1024 / 1024} MiB in all.`);
    }
  }
  const names = distinct(files.map((file) => file.name));
  return files.map((file, i) => ({ ...file, name: names[i] ?? file.name }));
}
function embedded(resource) {
  const { uri, text, blob } = resource;
  if (typeof uri !== "string" || uri === "" || typeof text === "string" === (typeof blob === "string")) {
    throw invalid(shape);
  }
  const data = typeof text === "string" ? new TextEncoder().encode(text) : bytesOf(blob);
  if (!data) {
    throw invalid("The blob of a resource has to be in base64.");
  }
  const otherwise = typeof text === "string" ? "text/plain" : "application/octet-stream";
  return { name: nameFromUri(shortened(uri)), mimeType: mimeType(resource) || otherwise, data, link: void 0 };
}
function linked(block) {
  const { uri, name } = block;
  if (typeof uri !== "string" || uri === "" || uri.length > LONGEST_URI || !URL.canParse(uri)) {
    throw invalid("A resource_link needs a uri with a scheme.");
  }
  const url = new URL(uri);
  if (refusedSchemes.has(url.protocol)) {
    throw invalid(`A ${url.protocol} address can't be downloaded. Send the content as a resource with text or blob.`);
  }
  const own = nameFromUri(uri, typeof name === "string" ? name.slice(0, LONGEST_URI) : "");
  return url.protocol === "http:" || url.protocol === "https:" ? { file: { name: own, mimeType: mimeType(block), data: void 0, link: url } } : { uri, name: own };
}
function filesOfResource(answer, name) {
  const contents = isRecord(answer) && Array.isArray(answer["contents"]) ? answer["contents"] : [];
  const files = contents.slice(0, MOST_FILES + 1).map((content) => {
    try {
      return embedded(isRecord(content) ? content : {});
    } catch {
      throw new RpcError(REFUSED, "The server's resource has neither a text nor a blob that can be read.");
    }
  });
  if (files.length === 0) {
    throw new RpcError(REFUSED, "The server's resource is empty.");
  }
  return files.map((file) => files.length === 1 ? { ...file, name } : file);
}
function bytesOf(base64) {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return void 0;
  }
}
function mimeType({ mimeType: value }) {
  return typeof value === "string" && /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(;[ -~]{0,200})?$/.test(value) ? value : "";
}
function shortened(uri) {
  return uri.length > LONGEST_URI ? uri.slice(-LONGEST_URI) : uri;
}
export {
  filesOf,
  readContents
};
