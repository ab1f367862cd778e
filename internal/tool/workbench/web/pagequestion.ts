// A server's question to the person to go to a page (MCP's elicitation in the mode "url").

import { h, icon } from "./dom.ts";
import { answers } from "./questions.ts";
import type { Question } from "./questions.ts";
import type { Reply } from "./serverquestions.ts";
import type { Json } from "./wire.ts";

export function pageQuestion(params: Json, reply: Reply): Question<void> {
  const message = typeof params["message"] === "string" ? params["message"] : "";
  // The workbench's server has refused everything but http and https.
  const text = String(params["url"]);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const address = url?.href ?? text;
  const line = (word: string) => [icon("link"), `${word}: `, h("span", { class: "talk-url" }, address)];
  return {
    kind: "page",
    most: Infinity,
    none: undefined,
    withdrawn: line("No longer asked"),
    ask(answer) {
      const end = async (action: string, word: string) => {
        if (await reply({ action })) {
          answer(undefined, ...line(word));
        }
      };
      const open = () => {
        // With noopener, the return value is always null, so the page counts as opened.
        window.open(address, "_blank", "noopener,noreferrer");
        void end("accept", "Opened");
      };
      return [
        h("p", { class: "talk-question" }, "The server wants you to open this page:"),
        h("p", { class: "asked-message", dir: "auto" }, message || "(no message)"),
        h("p", { class: "asked talk-url" }, h("strong", {}, url?.host ?? "No browser opens this:"), h("span", {}, address)),
        answers(
          ...(url ? [["Open in a new tab", open, "page-open"] as const] : []),
          ["Decline", () => void end("decline", "Declined"), "page-decline"],
          ["Cancel", () => void end("cancel", "Cancelled"), "page-cancel"],
        ),
      ];
    },
  };
}
