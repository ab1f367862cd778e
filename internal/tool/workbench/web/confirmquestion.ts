// The question whether the host may make a call that its model wants.

import { h, icon } from "./dom.ts";
import { jsonTree } from "./jsontree.ts";
import { answers } from "./questions.ts";
import type { Question } from "./questions.ts";
import { titleOf } from "./tools.ts";
import type { Json, Profile, Tool } from "./wire.ts";

export function confirmQuestion(profile: Profile, tool: Tool, args: Json): Question<boolean> {
  const line = (word: string) => [icon("tool"), `${word}: ${titleOf(tool)}`];
  const warns = profile.confirms?.destructive !== "none" && tool.annotations?.destructiveHint !== false;
  return {
    kind: "confirm",
    none: false,
    withdrawn: line("Not called"),
    ask: (answer) => [
      h("p", { class: "talk-question" }, `${profile.title} asks before its model calls ${titleOf(tool)}:`),
      warns ? h("p", { class: "quiet" }, "The tool may delete or overwrite data.") : null,
      h("div", { class: "asked" }, jsonTree(args)),
      answers(
        ["Allow once", () => answer(true, ...line("Allowed once")), "confirm-allow"],
        ["Deny", () => answer(false, ...line("Denied")), "confirm-deny"],
      ),
    ],
  };
}
