// Questions of a view, or of the server, to the person. A question is open until it is answered, or withdrawn because the
// view or the call has ended.

import type { Child } from "./dom.ts";
import { h } from "./dom.ts";

export type QuestionKind = "confirm" | "link" | "sampling" | "download" | "form" | "page" | "model" | "folders";

/** How many questions of one kind of a view may be open. */
export const MOST_OPEN = 3;

export interface Question<T> {
  kind: QuestionKind;
  /** How many of its kind may be open; by default, {@link MOST_OPEN}. */
  most?: number;
  /** The answer if it is withdrawn, or there are too many. */
  none: T;
  /** The content that replaces it when it is withdrawn. */
  withdrawn: Child[];
  /** The content of the question. answer settles it, and replaces the content by a line. */
  ask(answer: (value: T, ...left: Child[]) => void): Child[];
}

export class Questions {
  readonly #add: (kind: string, ...children: Child[]) => HTMLElement;
  readonly #open = new Map<QuestionKind, number>();
  readonly #withdraw = new Set<() => void>();

  constructor(add: (kind: string, ...children: Child[]) => HTMLElement) {
    this.#add = add;
  }

  /** Whether another question of this kind would be refused. */
  full(kind: QuestionKind, most = MOST_OPEN): boolean {
    return (this.#open.get(kind) ?? 0) >= most;
  }

  ask<T>(question: Question<T>, signal: AbortSignal): Promise<T> {
    const { kind } = question;
    if (this.full(kind, question.most) || signal.aborted) {
      return Promise.resolve(question.none);
    }
    this.#open.set(kind, (this.#open.get(kind) ?? 0) + 1);
    return new Promise((resolve) => {
      let open = true;
      const answer = (value: T, ...left: Child[]) => {
        if (!open) {
          return;
        }
        open = false;
        this.#open.set(kind, (this.#open.get(kind) ?? 1) - 1);
        this.#withdraw.delete(withdraw);
        signal.removeEventListener("abort", withdraw);
        const focused = item.contains(document.activeElement);
        delete item.dataset["open"];
        item.replaceChildren(h("span", { class: "talk-line" }, ...left));
        if (focused) {
          item.tabIndex = -1;
          item.focus();
        }
        resolve(value);
      };
      const withdraw = () => answer(question.none, ...question.withdrawn);
      this.#withdraw.add(withdraw);
      signal.addEventListener("abort", withdraw);
      const item = this.#add(kind, ...question.ask(answer));
      item.dataset["open"] = "";
      item.dataset["testid"] = kind;
      if (this.#withdraw.size === 1) {
        // Further ones must not push the first out of sight.
        item.scrollIntoView({ block: "nearest" });
      }
    });
  }

  withdrawAll(): void {
    for (const withdraw of [...this.#withdraw]) {
      withdraw();
    }
  }
}

/** The buttons under a question; the first one accepts. */
export function answers(...buttons: (readonly [label: string, click: () => void, testid?: string])[]): HTMLElement {
  return h(
    "div",
    { class: "talk-buttons" },
    ...buttons.map(([label, click, testid], i) =>
      h(
        "button",
        {
          type: "button",
          class: i === 0 ? "button primary" : "button",
          data: testid ? { testid } : {},
          on: { click },
        },
        label,
      ),
    ),
  );
}
