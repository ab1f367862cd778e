// A question to the host's model, by a view or by the server. In the workbench, the person answers it.

import { contentBlock } from "./content.ts";
import { h, icon, uniqueId } from "./dom.ts";
import type { Child } from "./dom.ts";
import { counted } from "./format.ts";
import { answers } from "./questions.ts";
import type { Question } from "./questions.ts";
import { readSampling, samplingResult } from "./samplingrequest.ts";
import type { Sampling, SamplingMessage } from "./samplingrequest.ts";
import type { Reply } from "./serverquestions.ts";
import type { Json } from "./wire.ts";

const MOST_MESSAGES = 30;
const MOST_BLOCKS = 20;
const ECHO = 120;

/** The words for who asks. */
interface Asking {
  asks: string;
  withdrawn: string;
  refused: string;
}

const view: Asking = {
  asks: "The view asks the host's model. You answer in its place:",
  withdrawn: "The view no longer asks the model.",
  refused: "The view's question was refused.",
};
const server: Asking = {
  asks: "The server asks the host's model. You answer in its place:",
  withdrawn: "The server no longer asks the model.",
  refused: "The server's question was refused.",
};

/** A view's question. The answer is a CreateMessageResult, or undefined if it was refused. */
export function samplingQuestion(params: Json): Question<Json | undefined> {
  return {
    kind: "sampling",
    none: undefined,
    withdrawn: [icon("spark"), view.withdrawn],
    ask: (answer) => content(params, view, "sampling", (result, ...left) => answer(result, ...left)),
  };
}

/** The server's question. */
export function modelQuestion(params: Json, reply: Reply): Question<void> {
  return {
    kind: "model",
    most: Infinity,
    none: undefined,
    withdrawn: [icon("spark"), server.withdrawn],
    ask: (answer) =>
      content(params, server, "model", async (result, ...left) => {
        if (await reply(result ?? null)) {
          answer(undefined, ...left);
        }
      }),
  };
}

function content(
  params: Json,
  { asks, refused }: Asking,
  testid: string,
  answer: (result: Json | undefined, ...left: Child[]) => void,
): Child[] {
  const asked = readSampling(params);
  const id = uniqueId("sampling");
  const text = h("textarea", {
    id,
    rows: "3",
    dir: "auto",
    placeholder: "What the model would say",
    data: { testid: `${testid}-text` },
    on: {
      keydown: (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          event.stopPropagation();
          send();
        }
      },
    },
  });
  const send = () => {
    const short = text.value.length > ECHO ? `${text.value.slice(0, ECHO)}…` : text.value;
    const said = h("span", { dir: "auto" }, short === "" ? "The model said nothing." : `The model said: ${short}`);
    answer(samplingResult(text.value), icon("spark"), said);
  };
  return [
    h("p", { class: "talk-question" }, asks),
    h("div", { class: "asked" }, ...body(asked)),
    h("label", { class: "field-label", for: id }, "The model's answer"),
    text,
    answers(
      ["Answer", send, `${testid}-answer`],
      ["Refuse", () => answer(undefined, icon("spark"), refused), `${testid}-refuse`],
    ),
  ];
}

function body({ system, messages, wishes }: Sampling): HTMLElement[] {
  const shown = messages.slice(0, MOST_MESSAGES);
  const out: HTMLElement[] = [h("ol", { class: "turns" }, ...shown.map(turn))];
  if (messages.length > shown.length) {
    out.push(h("p", { class: "quiet" }, `and ${counted(messages.length - shown.length, "more message")}`));
  }
  if (messages.length === 0) {
    out.push(h("p", { class: "quiet" }, "It sent no messages."));
  }
  if (system !== "") {
    const text = contentBlock({ type: "text", text: system });
    out.unshift(
      h(
        "details",
        { class: "fold unfolds" },
        h("summary", {}, "System prompt"),
        h("div", { class: "fold-body" }, text),
      ),
    );
  }
  if (wishes.length > 0) {
    const rows = wishes.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", { dir: "auto" }, value)));
    out.push(h("dl", { class: "wishes" }, ...rows));
  }
  return out;
}

/** A message of a conversation, with its role. */
export function turn({ role, content }: SamplingMessage): HTMLElement {
  const shown = content.slice(0, MOST_BLOCKS).map(contentBlock);
  const more = content.length - shown.length;
  return h(
    "li",
    { class: "turn", data: { role } },
    h("span", { class: "turn-role" }, role || "no role"),
    h(
      "div",
      { class: "turn-body" },
      ...shown,
      content.length === 0 ? h("p", { class: "quiet" }, "Empty.") : null,
      more > 0 ? h("p", { class: "quiet" }, `and ${counted(more, "more block")}`) : null,
    ),
  );
}
