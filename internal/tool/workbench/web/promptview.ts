// The messages of a prompt, on the stage.

import type { Bench } from "./bench.ts";
import type { Query, Prompting } from "./browse.ts";
import { h, icon, iconButton } from "./dom.ts";
import { counted } from "./format.ts";
import { jsonTree } from "./jsontree.ts";
import { skeleton } from "./problems.ts";
import { queryLine, faultBox } from "./resourceview.ts";
import { turn } from "./samplingquestion.ts";
import { isRecord } from "./wire.ts";

const MOST_MESSAGES = 200;

export function promptView(bench: Bench, asked: Query<Prompting>, again: () => void): HTMLElement {
  const { prompt, args } = asked.subject;
  const given = Object.entries(args).map(([name, value]) => `${name}: ${value}`);
  const messages = Array.isArray(asked.result["messages"]) ? asked.result["messages"] : [];
  return h(
    "article",
    { class: "paper", data: { testid: "prompt-messages", status: asked.status } },
    h(
      "header",
      { class: "paper-head" },
      icon("chat"),
      h(
        "div",
        { class: "paper-names" },
        h("h2", { dir: "auto" }, prompt.title || prompt.name),
        given.length > 0 ? h("p", { class: "paper-uri", dir: "auto" }, given.join("   ")) : null,
      ),
      h("div", { class: "paper-tools" }, iconButton("reload", "Get it again", again)),
    ),
    queryLine(bench, asked, asked.status === "ready" ? [counted(messages.length, "message")] : []),
    asked.asks.element,
    ...body(asked, messages),
  );
}

function body(asked: Query<Prompting>, messages: unknown[]): HTMLElement[] {
  if (asked.status === "loading") {
    return [h("div", { class: "paper-wait" }, skeleton())];
  }
  if (asked.status === "failed") {
    return [faultBox(asked, "The prompt can't be loaded")];
  }
  const description = asked.result["description"];
  const out: HTMLElement[] = [];
  if (typeof description === "string" && description !== "") {
    out.push(h("p", { class: "paper-part paper-about", dir: "auto" }, description));
  }
  const turns = messages.slice(0, MOST_MESSAGES).map((message) => {
    const { role, content } = isRecord(message) ? message : { role: "", content: message };
    return turn({
      role: typeof role === "string" ? role : "",
      content: content === undefined ? [] : Array.isArray(content) ? content : [content],
    });
  });
  out.push(
    turns.length === 0
      ? h("p", { class: "quiet paper-part" }, "The answer has no messages.")
      : h("ol", { class: "turns paper-part" }, ...turns),
  );
  if (messages.length > turns.length) {
    out.push(h("p", { class: "quiet paper-part" }, `and ${counted(messages.length - turns.length, "more message")}`));
  }
  out.push(h("details", { class: "paper-json" }, h("summary", {}, "The whole answer"), jsonTree(asked.result)));
  return out;
}
