// Shows MCP's content: of messages, prompts and resources.

import { fill, h, icon } from "./dom.ts";
import { formatBytes } from "./format.ts";
import { jsonTree } from "./jsontree.ts";
import { base64Size, imageTypes, isText, pretty } from "./media.ts";
import { isRecord } from "./wire.ts";
import type { Json } from "./wire.ts";

const FIRST_TEXT = 6000;
const LARGEST_IMAGE = 24_000_000;

/** A block of content. */
export function contentBlock(block: unknown): HTMLElement {
  if (!isRecord(block)) {
    return jsonTree(block);
  }
  const text = (key: string) => (typeof block[key] === "string" ? block[key] : "");
  switch (block["type"]) {
    case "text":
      return prose(text("text"));
    case "image":
    case "audio":
      return media(text("data"), text("mimeType"), String(block["type"]));
    case "resource":
      return embedded(block);
    case "resource_link":
      return h(
        "div",
        { class: "content-link" },
        icon("link"),
        h("span", { dir: "auto" }, text("title") || text("name") || "Resource"),
        h("span", { class: "content-uri" }, text("uri")),
      );
    default:
      return h(
        "details",
        { class: "content-other" },
        h("summary", {}, typeof block["type"] === "string" ? block["type"] : "Content of no known type"),
        jsonTree(block),
      );
  }
}

/** The blocks of a content, which may be a list, a single block, or anything else. */
export function contentBlocks(content: unknown): HTMLElement[] {
  return (Array.isArray(content) ? content : [content]).map(contentBlock);
}

/** Text for people. */
export function prose(text: string): HTMLElement {
  const element = h("p", { class: "content-text", dir: "auto" });
  bounded(element, text);
  return element;
}

/** Source text, formatted if its type is known. */
export function source(text: string, mimeType: string): HTMLElement {
  const element = h("pre", { class: "content-source", tabindex: "0", dir: "ltr" });
  bounded(element, pretty(text, mimeType));
  return element;
}

function bounded(element: HTMLElement, text: string): void {
  if (text.length <= FIRST_TEXT) {
    element.textContent = text;
    return;
  }
  const all = h(
    "button",
    { type: "button", class: "text-button content-all", on: { click: () => (element.textContent = text) } },
    `Show all ${text.length.toLocaleString("en")} characters`,
  );
  fill(element, text.slice(0, FIRST_TEXT), "…\n", all);
}

function embedded(block: Json): HTMLElement {
  const resource = isRecord(block["resource"]) ? block["resource"] : {};
  return h(
    "div",
    { class: "content-embedded" },
    h("p", { class: "content-uri" }, typeof resource["uri"] === "string" ? resource["uri"] : "A resource"),
    resourceBody(resource),
  );
}

/** A resource's text or bytes. A server's text is never parsed as HTML. */
export function resourceBody(content: Json): HTMLElement {
  const mimeType = typeof content["mimeType"] === "string" ? content["mimeType"] : "";
  if (typeof content["text"] === "string") {
    return isProse(mimeType) ? prose(content["text"]) : source(content["text"], mimeType);
  }
  if (typeof content["blob"] === "string") {
    return media(content["blob"], mimeType, "");
  }
  return h("p", { class: "quiet" }, "It has neither text nor bytes.");
}

function isProse(mimeType: string): boolean {
  return mimeType.split(";")[0]?.trim().toLowerCase() === "text/plain";
}

function media(data: string, mimeType: string, kind: string): HTMLElement {
  const bytes = base64Size(data);
  const about = [mimeType || "no MIME type", formatBytes(bytes)].join(", ");
  if (imageTypes.has(mimeType.toLowerCase()) && bytes <= LARGEST_IMAGE) {
    // The page's policy allows images with data: URLs, in which scripts of an SVG don't run.
    const image = h("img", { class: "content-image", alt: `Image, ${about}`, src: `data:${mimeType};base64,${data}` });
    const figure = h("figure", { class: "content-figure" }, image, h("figcaption", {}, about));
    image.addEventListener("error", () => fill(figure, h("p", { class: "quiet" }, `Not a valid image: ${about}`)));
    return figure;
  }
  if (kind === "audio" || mimeType.toLowerCase().startsWith("audio/")) {
    return h("figure", { class: "content-figure" }, new AudioPlayer(data), h("figcaption", {}, about));
  }
  const text = isText(mimeType) ? decodeText(data) : undefined;
  return text === undefined
    ? h("p", { class: "quiet" }, `Bytes: ${about}.`)
    : h("div", {}, source(text, mimeType), h("p", { class: "quiet" }, `Sent as bytes: ${about}.`));
}

function decodeText(data: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(data));
  } catch {
    return undefined;
  }
}

function bytesOf(data: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(data.replace(/\s/g, "")), (letter) => letter.charCodeAt(0));
}

// The page's policy forbids <audio> sources, so the sound is decoded and played by a script.
class AudioPlayer extends HTMLElement {
  readonly #data: string;
  #context: AudioContext | undefined;
  readonly #button = h("button", { type: "button", class: "button", on: { click: () => void this.#toggle() } });
  readonly #say = h("span", { class: "quiet", role: "status" });

  constructor(data: string) {
    super();
    this.#data = data;
    this.className = "audio";
    this.append(this.#button, this.#say);
    this.#show(false);
  }

  disconnectedCallback(): void {
    this.#stop();
  }

  async #toggle(): Promise<void> {
    if (this.#context) {
      this.#stop();
      return;
    }
    const context = new AudioContext();
    this.#context = context;
    this.#show(true);
    try {
      const buffer = await context.decodeAudioData(bytesOf(this.#data).buffer);
      if (this.#context !== context) {
        return;
      }
      const node = new AudioBufferSourceNode(context, { buffer });
      node.connect(context.destination);
      node.onended = () => this.#stop();
      node.start();
      this.#say.textContent = `${buffer.duration.toFixed(1)} s`;
    } catch {
      this.#stop();
      this.#say.textContent = "This browser can't play it.";
    }
  }

  #stop(): void {
    void this.#context?.close();
    this.#context = undefined;
    this.#show(false);
  }

  #show(playing: boolean): void {
    fill(this.#button, icon(playing ? "stop" : "play"), playing ? "Stop" : "Play");
  }
}

customElements.define("oriel-audio", AudioPlayer);
