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
        if (typeof roots === "string") {
          problem.textContent = roots;
          problem.hidden = false;
        } else if (await reply({ roots })) {
          last = text.value;
          answer(undefined, icon("file"), `The server got ${counted(roots.length, "folder")}.`);
        }
      };
      const refuse = async () => {
        if (await reply(null)) {
          answer(undefined, icon("file"), "The server's question for folders was refused.");
        }
      };
      return [
        h("p", { class: "talk-question" }, "The server asks in which folders the host works:"),
        h("label", { class: "field-label", for: id }, "Folders, one a line"),
        text,
        problem,
        answers(["Answer", () => void send(), "folders-answer"], ["Refuse", () => void refuse(), "folders-refuse"]),
      ];
    },
  };
}

/** The roots in a text with a folder per line, or what is wrong with it. */
export function readFolders(text: string): { uri: string; name: string }[] | string {
  const lines = text.split("\n").map((one) => one.trim()).filter((one) => one !== "");
  const roots = [];
  for (const line of lines) {
    const uri = line.startsWith("/") ? `file://${line.split("/").map(encodeURIComponent).join("/")}` : line;
    // A "%" that begins no escape, a query and a fragment belong to no folder.
    if (!/^file:\/\/(%[0-9a-f]{2}|[^\s%?#])*$/i.test(uri)) {
      return `${line} is no folder: write a file: URI, or a path that begins with a slash.`;
    }
    roots.push({ uri, name: decoded(uri.replace(/\/+$/, "").split("/").pop() ?? "") || "/" });
  }
  return roots;
}

// The escapes of another encoding than UTF-8 stay.
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
