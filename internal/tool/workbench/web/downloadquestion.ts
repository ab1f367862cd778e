// The question whether to save the files that a view offers.

import { h, icon } from "./dom.ts";
import { counted, formatBytes } from "./format.ts";
import type { Download } from "../../../../view/src/host/protocol.ts";
import { answers } from "./questions.ts";
import type { Question } from "./questions.ts";

const MOST_FILES = 20;
// The browser reads the bytes some time after the click.
const KEEP_MS = 60_000;

export function downloadQuestion(files: Download[]): Question<boolean> {
  const names = files.map((file) => file.name).join(", ");
  return {
    kind: "download",
    none: false,
    withdrawn: [icon("download"), h("span", { dir: "auto" }, `No longer offered: ${names}`)],
    ask(answer) {
      const take = () => {
        const links = files.filter((file) => file.data === undefined && isWeb(file.link));
        files.forEach(save);
        const first = links[0]?.link;
        if (first) {
          // With noopener, the return value is always null, so the page counts as opened.
          window.open(first.href, "_blank", "noopener,noreferrer");
        }
        // A click may only open one tab; people have to click the other links.
        answer(true, icon("download"), h("span", { dir: "auto" }, `Saved: ${names} `, ...links.slice(1).map(anchor)));
      };
      const leave = () => answer(false, icon("download"), h("span", { dir: "auto" }, `Not saved: ${names}`));
      return [
        h(
          "p",
          { class: "talk-question" },
          files.length === 1 ? "The view offers a file:" : `The view offers ${counted(files.length, "file")}:`,
        ),
        h("ul", { class: "files" }, ...files.slice(0, MOST_FILES).map(row)),
        files.length > MOST_FILES ? h("p", { class: "quiet" }, `and ${files.length - MOST_FILES} more`) : null,
        answers(["Save", take, "download-save"], ["Don't save", leave, "download-refuse"]),
      ];
    },
  };
}

function row({ name, mimeType, data, link }: Download): HTMLElement {
  const size = data ? formatBytes(data.byteLength) : "at a link";
  return h(
    "li",
    { class: "file" },
    icon(data ? "file" : "link"),
    h("span", { class: "file-name", dir: "auto" }, name),
    h("span", { class: "file-about" }, [mimeType, size].filter((one) => one !== "").join(", ")),
    data === undefined && link ? h("span", { class: "talk-url" }, link.href) : null,
  );
}

function save({ name, mimeType, data }: Download): void {
  if (data === undefined) {
    return;
  }
  const url = URL.createObjectURL(new Blob([new Uint8Array(data)], { type: mimeType }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}

function isWeb(link: URL | undefined): link is URL {
  return link?.protocol === "https:" || link?.protocol === "http:";
}

function anchor({ name, link }: Download): HTMLElement {
  return h("a", { class: "talk-url", href: link?.href, target: "_blank", rel: "noopener noreferrer" }, name);
}
