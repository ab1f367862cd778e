// A server's question to the person, with a form (MCP's elicitation).

import { h, icon } from "./dom.ts";
import { controlOf } from "./fields.ts";
import { answers } from "./questions.ts";
import type { Question } from "./questions.ts";
import { check } from "./schema/check.ts";
import type { Problem } from "./schema/check.ts";
import { formOf } from "./schema/field.ts";
import { prefill } from "./schema/prefill.ts";
import type { Reply } from "./serverquestions.ts";
import { isRecord } from "./wire.ts";
import type { Json } from "./wire.ts";

const ECHO = 160;

export function formQuestion(params: Json, reply: Reply): Question<void> {
  const message = typeof params["message"] === "string" ? params["message"] : "";
  const line = (word: string) => [icon("chat"), h("span", { dir: "auto" }, `${word}: ${message}`)];
  return {
    kind: "form",
    most: Infinity,
    none: undefined,
    withdrawn: line("No longer asked"),
    ask(answer) {
      const form = formOf(params["requestedSchema"]);
      const control = controlOf(form);
      control.write(prefill(form));
      const anyway = h(
        "button",
        { type: "button", class: "text-button", hidden: true, data: { testid: "form-anyway" }, on: { click: () => void send(true) } },
        "Send anyway",
      );
      const show = (problems: Problem[]) => {
        control.show("", new Map(problems.map(({ path, message: what }) => [path, what])));
        element.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
      };
      const send = async (force: boolean) => {
        const problems: Problem[] = [];
        const read = control.read("", problems) ?? {};
        const content: Json = isRecord(read) ? read : {};
        // Input that can't be parsed can't be sent.
        anyway.hidden = problems.length > 0;
        const all = problems.length > 0 || force ? problems : check(form, content);
        show(all);
        if (all.length > 0) {
          return;
        }
        if (!(await reply({ action: "accept", content }, force))) {
          anyway.hidden = false;
          return;
        }
        answer(undefined, icon("check"), h("span", { dir: "auto" }, `${message} `, h("code", { class: "code" }, echo(content))));
      };
      const end = async (action: string, word: string) => {
        if (await reply({ action })) {
          answer(undefined, ...line(word));
        }
      };
      const element = h(
        "form",
        {
          class: "asked",
          novalidate: true,
          on: {
            submit: (event) => {
              event.preventDefault();
              void send(false);
            },
          },
        },
        form.fields.length > 0 ? control.element : h("p", { class: "quiet" }, "There is nothing to fill in."),
        anyway,
        // Enter in a field submits a form that has a button for that.
        h("button", { type: "submit", hidden: true }),
      );
      return [
        h("p", { class: "talk-question" }, "The server asks you:"),
        h("p", { class: "asked-message", dir: "auto" }, message || "(no message)"),
        element,
        answers(
          ["Accept", () => void send(false), "form-accept"],
          ["Decline", () => void end("decline", "Declined"), "form-decline"],
          ["Cancel", () => void end("cancel", "Cancelled"), "form-cancel"],
        ),
      ];
    },
  };
}

function echo(content: Json): string {
  const text = JSON.stringify(content);
  return text.length > ECHO ? `${text.slice(0, ECHO)}…` : text;
}
