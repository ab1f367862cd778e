// The server's questions during a request: to the person, to the host's model, and for folders. A person answers them
// here, or the script of --answers did.

import type { Api } from "./api.ts";
import { problemOf } from "./api.ts";
import { h, icon } from "./dom.ts";
import type { Child, IconName } from "./dom.ts";
import { asSentence } from "./format.ts";
import { later } from "./loadlater.ts";
import { Questions } from "./questions.ts";
import type { Question } from "./questions.ts";
import { isRecord } from "./wire.ts";
import type { Json, Profile, ServerQuestion } from "./wire.ts";

/** How a person answers: with a result of MCP, or null to refuse. False if it was not accepted; the question says why. */
export type Reply = (result: Json | null, anyway?: boolean) => Promise<boolean>;

const MOST_LINES = 30;

interface Kind {
  /** The feature of the host that the question needs. */
  feature: string;
  what: string;
  make(params: Json, reply: Reply): Promise<Question<void>>;
}

const kinds: Record<string, Kind> = {
  form: { feature: "elicitationForm", what: "forms for the questions of servers", make: async (...of) => (await later()).formQuestion(...of) },
  url: { feature: "elicitationUrl", what: "pages that servers send the user to", make: async (...of) => (await later()).pageQuestion(...of) },
  "sampling/createMessage": { feature: "serverSampling", what: "a model that servers can ask", make: async (...of) => (await later()).modelQuestion(...of) },
  "roots/list": { feature: "roots", what: "a list of folders for servers", make: async (...of) => (await later()).foldersQuestion(...of) },
};

export class ServerQuestions {
  readonly element = h("ol", { class: "asks", "aria-label": "Asked by the server", hidden: true });
  readonly #api: Api;
  readonly #profile: Profile;
  readonly #announce: (text: string) => void;
  readonly #questions = new Questions((kind, ...children) => this.#add(kind, ...children));
  // What ends each open question.
  readonly #open = new Map<string, () => void>();
  readonly #noticed = new Set<string>();

  constructor(api: Api, profile: Profile, announce: (text: string) => void) {
    this.#api = api;
    this.#profile = profile;
    this.#announce = announce;
  }

  clear(): void {
    this.#questions.withdrawAll();
    this.#open.clear();
    this.#noticed.clear();
    this.element.replaceChildren();
    this.element.hidden = true;
  }

  /** Shows a question, or what has become of it. The signal ends with the request that it belongs to. */
  take(question: ServerQuestion, signal: AbortSignal): void {
    switch (question.state) {
      case "open":
        void this.#ask(question, signal);
        break;
      case "withdrawn":
        this.#open.get(question.id ?? "")?.();
        break;
      case "scripted":
        this.#scripted(question);
        break;
      case "refused":
        this.#line("alert", asSentence(`A question of the server was refused: ${question.remark ?? ""} (${question.code ?? ""})`), "refused");
        break;
    }
  }

  async #ask({ id = "", method = "", mode, params, remark }: ServerQuestion, signal: AbortSignal): Promise<void> {
    const kind = kinds[mode || method];
    if (!kind) {
      return;
    }
    this.#reportUnknown(kind);
    if (remark) {
      this.#line("alert", remark, "unfit");
    }
    const problem = h("p", { class: "field-problem", role: "alert", hidden: true });
    const ending = new AbortController();
    // The request may be over before the answer to the reply comes.
    let replying = false;
    const end = () => {
      if (!replying) {
        ending.abort();
      }
    };
    this.#open.set(id, end);
    signal.addEventListener("abort", end);
    const reply: Reply = async (result, anyway = false) => {
      replying = true;
      problem.hidden = true;
      try {
        await this.#api.answer(id, result, anyway);
        return true;
      } catch (error) {
        replying = false;
        const { code, message } = problemOf(error);
        if (code === "question_over") {
          ending.abort();
        }
        problem.textContent = message;
        problem.hidden = false;
        return false;
      }
    };
    this.#announce(`${this.#profile.title}: the server asks a question.`);
    const question = await this.#make(() => kind.make(isRecord(params) ? params : {}, reply), ending.signal);
    if (question) {
      await this.#questions.ask({ ...question, ask: (answer) => [...question.ask(answer), problem] }, ending.signal);
    }
    this.#open.delete(id);
    signal.removeEventListener("abort", end);
  }

  // The server's call waits for an answer, so a question that can't be shown says so, until it can or is withdrawn.
  async #make(make: () => Promise<Question<void>>, signal: AbortSignal): Promise<Question<void> | undefined> {
    while (!signal.aborted) {
      try {
        return await make();
      } catch (error) {
        await this.#unshown(problemOf(error).message, signal);
      }
    }
    return undefined;
  }

  // Resolves when the person wants to try again, or the question is withdrawn.
  async #unshown(message: string, signal: AbortSignal): Promise<void> {
    let item: HTMLElement | undefined;
    await new Promise<void>((resolve) => {
      const again = h("button", { type: "button", class: "button", data: { testid: "ask-again" }, on: { click: () => resolve() } }, "Try again");
      item = this.#add("remark", h("span", { class: "talk-line", role: "alert" }, icon("alert"), h("span", {}, message)), again);
      item.dataset["remark"] = "unshown";
      item.dataset["open"] = "";
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    item?.remove();
  }

  #scripted({ method = "", mode, params, result, remark }: ServerQuestion): void {
    const asked = isRecord(params) && typeof params["message"] === "string" ? params["message"] : method;
    const said = result === undefined ? remark : JSON.stringify(result);
    this.#line("check", h("span", {}, `Answered by the script: ${asked} `, h("code", { class: "code" }, said ?? "")), "scripted", mode || method);
  }

  #reportUnknown({ feature, what }: Kind): void {
    if (this.#profile.features[feature] === undefined && !this.#noticed.has(feature)) {
      this.#noticed.add(feature);
      const host = this.#profile.title;
      this.#line(
        "info",
        this.#profile.id === "generic" ? `Not every host has ${what}.` : `It is not known whether ${host} has ${what}.`,
        "unknown",
      );
    }
  }

  #line(name: IconName, text: Child, kind: string, of = ""): void {
    const item = this.#add("remark", h("span", { class: "talk-line" }, icon(name), typeof text === "string" ? h("span", {}, text) : text));
    item.dataset["remark"] = kind;
    item.dataset["of"] = of;
  }

  #add(kind: string, ...children: Child[]): HTMLElement {
    const item = h("li", { class: `talk-item talk-${kind}` }, ...children);
    this.element.hidden = false;
    this.element.append(item);
    if (this.element.childElementCount > MOST_LINES) {
      this.element.querySelector(":scope > :not([data-open])")?.remove();
    }
    return item;
  }
}
