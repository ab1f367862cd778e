// A view's messages in the conversation, as a host would show them, and the workbench's remarks about the view.

import { confirmQuestion } from "./confirmquestion.ts";
import { contentBlock } from "./content.ts";
import { h, icon } from "./dom.ts";
import type { Child, IconName } from "./dom.ts";
import { downloadQuestion } from "./downloadquestion.ts";
import { asSentence } from "./format.ts";
import { has } from "../../../../view/src/host/features.ts";
import type { Download, Notice, SamplingRequest } from "../../../../view/src/host/protocol.ts";
import { jsonTree } from "./jsontree.ts";
import { MOST_ITEMS } from "./keeper.ts";
import { linkQuestion } from "./linkquestion.ts";
import { later } from "./loadlater.ts";
import { MOST_OPEN, Questions } from "./questions.ts";
import type { Question } from "./questions.ts";
import { readViolation } from "./violation.ts";
import type { ContentBlock, Dropped, Json, Profile, Tool } from "./wire.ts";

const MOST_LOG_LINES = 200;
const MOST_REMARKS = 30;
const MORE = "There are more remarks than fit here; the timeline has all of them.";

/** The remark when a person runs a tool that only views may call. */
export function appOnlyRemark(profile: Profile): string {
  return profile.features["visibility"] === false
    ? "This tool is for views only, but this host shows it to its model too."
    : "The model of this host does not see this tool; it was run as a view would.";
}

export class Conversation {
  readonly element = h("ol", { class: "talk", "aria-label": "From the view", hidden: true });
  readonly #profile: Profile;
  readonly #profiles: readonly Profile[];
  readonly #announce: (text: string) => void;
  #context: HTMLElement | undefined;
  #state: HTMLElement | undefined;
  #log: { lines: HTMLElement; count: HTMLElement; total: number } | undefined;
  readonly #remarks = new Map<string, { count: number; badge: HTMLElement }>();
  readonly #questions = new Questions((kind, ...children) => this.#add(kind, ...children));

  /** Profiles are those of all hosts. */
  constructor(profile: Profile, profiles: readonly Profile[], announce: (text: string) => void) {
    this.#profile = profile;
    this.#profiles = profiles;
    this.#announce = announce;
  }

  /** Withdraws the view's open questions. */
  withdrawAll(): void {
    this.#questions.withdrawAll();
  }

  clear(): void {
    this.withdrawAll();
    this.element.replaceChildren();
    this.element.hidden = true;
    this.#context = undefined;
    this.#state = undefined;
    this.#log = undefined;
    this.#remarks.clear();
  }

  message(content: ContentBlock[]): void {
    const parts = content.map(contentBlock);
    this.#add("user", h("span", { class: "talk-by" }, "Sent by the view"), h("div", { class: "bubble" }, ...parts));
  }

  intent(name: string, params: unknown): void {
    this.#add(
      "user",
      h("span", { class: "talk-by" }, "Intent from the view"),
      h("div", { class: "bubble" }, h("p", {}, name), params === undefined ? null : jsonTree(params)),
    );
  }

  /** Asks whether the host may call the tool for its model. */
  confirm(tool: Tool, args: Json, signal: AbortSignal): Promise<boolean> {
    return this.#ask(`asks before its model calls ${tool.name}`, confirmQuestion(this.#profile, tool, args), signal);
  }

  unconfirmed(rule: "ask" | "warn"): void {
    const host = this.#profile.title;
    this.#remark(
      "confirm",
      "info",
      rule === "ask"
        ? `${host} asks its user before this call. Here the call was allowed when the page was opened.`
        : `${host} warns its user of this call, because the tool may delete or overwrite data.`,
    );
  }

  /** Asks whether to open a page; resolves to whether it was opened. */
  link(url: URL, signal: AbortSignal): Promise<boolean> {
    return this.#ask(`the view wants to open ${url.host}`, linkQuestion(url), signal);
  }

  /** Asks the person to answer for the model; undefined if the person refuses. */
  async sampling(request: SamplingRequest, signal: AbortSignal): Promise<Json | undefined> {
    const { samplingQuestion } = await later();
    return this.#ask("the view asks the model", samplingQuestion(request.params), signal);
  }

  /** Asks whether to save files; resolves to whether they were saved. */
  download(files: Download[], signal: AbortSignal): Promise<boolean> {
    return this.#ask("the view offers files", downloadQuestion(files), signal);
  }

  #ask<T>(what: string, question: Question<T>, signal: AbortSignal): Promise<T> {
    if (signal.aborted) {
      return Promise.resolve(question.none);
    }
    if (this.#questions.full(question.kind)) {
      this.#remark("fault", "alert", `Refused, because ${MOST_OPEN} questions of this kind are already open: ${what}.`);
      return Promise.resolve(question.none);
    }
    this.#announce(`${this.#profile.title}: ${what}`);
    return this.#questions.ask(question, signal);
  }

  // A new context replaces the old one.
  modelContext(context: Json): void {
    this.#context = this.#replace(this.#context, "context", this.#fold("Told the model", context));
  }

  state(state: unknown): void {
    this.#state = this.#replace(this.#state, "context", this.#fold("State kept by the host", state));
  }

  log(level: string, logger: string, data: unknown): void {
    if (!this.#log) {
      const lines = h("ol", { class: "log-lines" });
      const count = h("span", { class: "count" });
      this.#log = { lines, count, total: 0 };
      this.#add("context", h("details", { class: "fold unfolds" }, h("summary", {}, "Log", count), lines));
    }
    const log = this.#log;
    log.total += 1;
    log.count.textContent = String(log.total);
    const text = typeof data === "string" ? data : (JSON.stringify(data) ?? "");
    log.lines.append(
      h(
        "li",
        { data: { level } },
        h("span", { class: "log-level" }, level),
        logger ? `${logger}: ` : "",
        text.slice(0, 2000),
      ),
    );
    if (log.lines.childElementCount > MOST_LOG_LINES) {
      log.lines.firstElementChild?.remove();
    }
  }

  notice(notice: Notice): void {
    const host = this.#profile.title;
    switch (notice.kind) {
      case "lacking":
        this.#remark("lacking", "alert", `${host} does not have ${notice.what}; it was refused.`);
        break;
      case "unknown":
        this.#remark(
          "unknown",
          "info",
          this.#profile.id === "generic" || this.#profile.ui === "auto"
            ? `Not every host has ${notice.what}; it was allowed here.`
            : `It is not known whether ${host} has ${notice.what}; it was allowed.`,
        );
        break;
      case "unsupported":
        this.#remark("unsupported", "info", `The workbench does not answer ${notice.what}; the view was told so.`);
        break;
      case "ignored":
        this.#remark("ignored", "info", `${host} ignores ${notice.what}, a message of another protocol.`);
        break;
      case "fault":
        this.#remark("fault", "alert", asSentence(`The view ${notice.what}`));
        break;
      case "download":
        this.#remark(
          "lacking",
          "alert",
          `${notice.what || "A file"} was not saved: ${host}'s frame does not let views download, and browsers say so in their console only. ` +
            (has(this.#profile, "downloadFile") === true
              ? "Use downloadFile, which asks the host."
              : "Show the content in the view, or open a page that has the file with openLink."),
        );
        break;
      case "refused":
        this.#remark(
          "refused",
          "alert",
          asSentence(`The view's request to the server failed: ${notice.what}`),
        );
        break;
    }
  }

  violation(params: Json): void {
    const { text, harmless } = readViolation(params, this.#profile, this.#profiles);
    this.#remark(harmless ? "tried" : "violation", harmless ? "info" : "alert", text);
  }

  /** Something that the view declares, but doesn't get. */
  dropped({ field, value, reason }: Dropped): void {
    this.#remark("dropped", "alert", `${field} ${value} is left out. ${reason}`);
  }

  /** The result does not match what its tool declares. */
  breach(text: string): void {
    this.#remark("breach", "alert", text);
  }

  appOnly(): void {
    this.#remark("app-only", "info", appOnlyRemark(this.#profile));
  }

  sizeLoop(): void {
    this.#remark(
      "fault",
      "alert",
      "Each change of the frame's height makes the view request another one, so the workbench stopped resizing it. " +
      "Don't compute the view's height from the frame's height.",
    );
  }

  // A repeated remark only increases its count.
  #remark(kind: string, name: IconName, text: string): void {
    const known = this.#remarks.get(text);
    if (known) {
      known.count += 1;
      known.badge.textContent = `×${known.count}`;
      return;
    }
    if (this.#remarks.size >= MOST_REMARKS && text !== MORE) {
      this.#remark("more", "info", MORE);
      return;
    }
    const badge = h("span", { class: "count" });
    this.#remarks.set(text, { count: 1, badge });
    const item = this.#add("remark", h("span", { class: "talk-line" }, icon(name), h("span", {}, text), badge));
    item.dataset["remark"] = kind;
    this.#announce(text);
  }

  #fold(title: string, value: unknown): HTMLElement {
    return h("details", { class: "fold unfolds" }, h("summary", {}, title), jsonTree(value));
  }

  #replace(old: HTMLElement | undefined, kind: string, content: HTMLElement): HTMLElement {
    if (!old?.isConnected) {
      return this.#add(kind, content);
    }
    old.replaceChildren(content);
    return old;
  }

  #add(kind: string, ...children: Child[]): HTMLElement {
    const item = h("li", { class: `talk-item talk-${kind}` }, ...children);
    this.element.hidden = false;
    this.element.append(item);
    if (this.element.childElementCount > MOST_ITEMS) {
      // Messages of a view must not push out open questions and remarks about it.
      this.element.querySelector(":scope > :not([data-open], .talk-remark)")?.remove();
    }
    return item;
  }
}
