// The question whether to open a page for a view.

import { h, icon } from "./dom.ts";
import { answers } from "./questions.ts";
import type { Question } from "./questions.ts";

export function linkQuestion(url: URL): Question<boolean> {
  const line = (word: string) => [icon("link"), `${word}: `, h("span", { class: "talk-url" }, url.href)];
  return {
    kind: "link",
    none: false,
    withdrawn: line("Not opened"),
    ask(answer) {
      const open = () => {
        // With noopener, the return value is always null, so the page counts as opened.
        window.open(url.href, "_blank", "noopener,noreferrer");
        answer(true, ...line("Opened"));
      };
      return [
        h("p", { class: "talk-question" }, "The view wants to open this page:"),
        h("p", { class: "talk-url" }, url.href),
        answers(["Open in a new tab", open, "open-link"], ["Don't open", () => answer(false, ...line("Not opened"))]),
      ];
    },
  };
}
