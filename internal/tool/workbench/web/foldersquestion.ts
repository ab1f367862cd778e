// A server's question for the folders in which the client works (MCP's roots).

import { h, icon, uniqueId } from "./dom.ts";
import { counted } from "./format.ts";
import { answers } from "./questions.ts";
import type { Question } from "./questions.ts";
import type { Reply } from "./serverquestions.ts";
import type { Json } from "./wire.ts";

// What was answered last: servers ask again.
let last = "";

export function foldersQuestion(_params: Json, reply: Reply): Question<void> {
  return {
    kind: "folders",
    most: Infinity,
    none: undefined,
    withdrawn: [icon("file"), "The server no longer asks for folders."],
    ask(answer) {
      const id = uniqueId("folders");
      const text = h("textarea", {
        id,
        class: "code",
        rows: "3",
        spellcheck: "false",
        placeholder: "file:///home/ada/project",
        data: { testid: "folders-text" },
        on: { input: () => (problem.hidden = true) },
      });
      text.value = last;
      const problem = h("p", { class: "field-problem", role: "alert", hidden: true });
      const send = async () => {
        const roots = readFolders(text.value);
        const refusal = typeof roots === "string" ? roots : await reply({ roots });
        problem.textContent = refusal;
        problem.hidden = refusal === "";
        if (refusal === "" && typeof roots !== "string") {
          last = text.value;
          answer(undefined, icon("file"), `The server got ${counted(roots.length, "folder")}.`);
        }
      };
      const refuse = () => void reply(null).then(() => answer(undefined, icon("file"), "The server's question for folders was refused."));
      return [
        h("p", { class: "talk-question" }, "The server asks in which folders the host works:"),
        h("label", { class: "field-label", for: id }, "Folders, one a line"),
        text,
        problem,
        answers(["Answer", () => void send(), "folders-answer"], ["Refuse", refuse, "folders-refuse"]),
      ];
    },
  };
}

/** The roots in a text with a folder per line, or what is wrong with it. */
export function readFolders(text: string): { uri: string; name: string }[] | string {
  const lines = text.split("\n").map((one) => one.trim()).filter((one) => one !== "");
  const uris = lines.map((one) => (one.startsWith("/") ? `file://${encodeURI(one)}` : one));
  const wrong = uris.find((uri) => !/^file:\/\/[^\s]*$/.test(uri));
  if (wrong !== undefined) {
    return `${wrong} is no folder: write a file: URI, or a path that begins with a slash.`;
  }
  return uris.map((uri) => ({ uri, name: decodeURI(uri.replace(/\/+$/, "").split("/").pop() ?? "") || "/" }));
}
