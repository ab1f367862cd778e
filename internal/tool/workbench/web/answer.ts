// The card of a host without UI: the text of the result.

import { reveal } from "./apperrors.ts";
import type { Bench, Run } from "./bench.ts";
import { confirmationOf } from "./confirmation.ts";
import { appOnlyRemark, Conversation } from "./conversation.ts";
import { fill, h, icon, iconButton } from "./dom.ts";
import { Facts } from "./facts.ts";
import { formatMs } from "./format.ts";
import { readProgress } from "../../../../view/src/host/progress.ts";
import { ApiError, problemOf } from "./api.ts";
import type { Problem } from "./api.ts";
import type { KeptCall } from "./keeper.ts";
import { rpcParts } from "./problems.ts";
import { blocksBesideText } from "./resultblocks.ts";
import { breaches } from "./schema/breaches.ts";
import { ServerQuestions } from "./serverquestions.ts";
import { ProgressText, StopButton } from "./underway.ts";
import { replyOf } from "./reply.ts";
import { audienceOf, isHarmless } from "./wire.ts";
import type { CallToolResult, Profile, Tool } from "./wire.ts";

/** The statuses of calls that ended without a failure, by the codes of their problems. */
const endings: Record<string, string> = { stopped: "Stopped", denied: "Denied", reloaded: "Stopped" };

export class TextAnswer extends HTMLElement {
  readonly profile: Profile;
  readonly #bench: Bench;
  readonly #status = h("span", { class: "card-status one-line", role: "status" });
  readonly #bubble: HTMLElement;
  readonly #note = h("p", { class: "quiet" });
  /** What only the app's author sees of an error. */
  readonly #author = h("div", { class: "answer-author" });
  readonly #unwatch: () => void;
  readonly #asks: ServerQuestions;
  readonly #words = new ProgressText();
  readonly #talk: Conversation;
  readonly #stop: StopButton;
  #run: Run | undefined;
  #calling: AbortController | undefined;
  #wasLoading = false;

  constructor(bench: Bench, profile: Profile) {
    super();
    this.#bench = bench;
    this.profile = profile;
    this.className = "card answer";
    this.dataset["host"] = profile.id;
    this.role = "region";
    this.ariaLabel = profile.title;
    this.#bubble = h("div", {
      class: "reply",
      tabindex: "0",
      data: { testid: "text-answer", profile: profile.id, status: "loading" },
    });
    this.#talk = new Conversation(profile, bench.session.profiles, (text) => (bench.announcement.value = text));
    const facts = new Facts(profile);
    this.#asks = new ServerQuestions(bench.api, profile, (text) => (bench.announcement.value = text));
    this.#stop = new StopButton(profile, () => this.#bubble);
    this.append(
      h(
        "header",
        { class: "card-head" },
        h("h2", { class: "card-host" }, h("span", { class: "host-dot", data: { host: profile.id } }), profile.title),
        this.#status,
        h(
          "div",
          { class: "card-tools" },
          this.#stop.element,
          iconButton("play", `Run again in ${profile.title}`, () => void this.begin(this.#run)),
          facts.button,
        ),
      ),
      h("div", { class: "answer-body" }, this.#asks.element, this.#bubble, this.#note, this.#author),
      this.#talk.element,
      facts.panel,
    );
    this.#unwatch = bench.appErrors.changed(() => this.#reveal());
  }

  async begin(run: Run | undefined): Promise<void> {
    if (!run) {
      return;
    }
    const { allowed = false, kept, ...again } = run;
    this.#run = again;
    this.#calling?.abort();
    const calling = new AbortController();
    this.#calling = calling;
    this.#talk.clear();
    if (kept) {
      this.#restore(kept[this.profile.id]?.call);
      return;
    }
    this.#bench.keeper.call(this.profile.id, undefined);
    this.#stop.calling(() => calling.abort());
    this.#show("loading", "Loading", "");
    fill(
      this.#bubble,
      h("span", { class: "bone", style: "width:70%" }),
      h("span", { class: "bone", style: "width:45%" }),
      this.#words.element,
    );
    this.#words.clear();
    this.#asks.clear();
    try {
      if (await this.#denied(again, allowed, calling.signal)) {
        calling.signal.throwIfAborted();
        throw new ApiError(200, "denied", "You denied the tool call. The tool was not called.", "");
      }
      const started = performance.now();
      const answer = await this.#bench.api.call(run.server, this.profile.id, run.tool.name, run.args, "host", {
        progress: (one) => this.#calling === calling && this.#words.show(readProgress(one)),
        question: (one) => this.#calling === calling && this.#asks.take(one, calling.signal),
        signal: calling.signal,
      });
      if (this.#calling !== calling) {
        return;
      }
      if (answer.rpcError) {
        const { code, message } = answer.rpcError;
        throw new ApiError(200, `rpc ${code}`, message, "", answer.rpcError);
      }
      this.#stop.calling(undefined);
      this.#answered(answer.result ?? {}, answer.durationMs ?? performance.now() - started);
    } catch (error) {
      if (this.#calling !== calling || (this.#wasLoading && !calling.signal.aborted)) {
        return;
      }
      this.#stop.calling(undefined);
      const stopped = { code: "stopped", message: "You stopped the tool call.", fix: "" };
      this.#failed(calling.signal.aborted ? stopped : problemOf(error));
    }
  }

  // Asks, if the host does, or remarks on what it does instead.
  async #denied({ tool, args }: Run, allowed: boolean, signal: AbortSignal): Promise<boolean> {
    const rule = confirmationOf(this.profile, tool);
    if (rule === "ask" && !allowed) {
      return !(await this.#talk.confirm(tool, args, signal));
    }
    if (rule === "ask" || rule === "warn") {
      this.#talk.unconfirmed(rule);
    }
    return false;
  }

  // Shows how the call ended before the page was reloaded.
  #restore(call: KeptCall | undefined): void {
    if (call && "result" in call) {
      this.#answered(call.result, call.durationMs);
    } else {
      const reloaded = "The page was reloaded before the tool had answered.";
      this.#failed(call?.problem ?? { code: "reloaded", message: reloaded, fix: "" });
    }
  }

  #answered(result: CallToolResult, durationMs: number): void {
    this.#bench.keeper.call(this.profile.id, { result, durationMs });
    const reply = replyOf(result);
    const isError = result.isError === true;
    const blocks = blocksBesideText(result);
    fill(this.#bubble, reply ?? (blocks.length > 0 ? "" : "(no text)"), ...blocks);
    this.#show(
      isError ? "error" : "ready",
      isError ? "Tool error" : formatMs(durationMs),
      [
        typeof reply === "string"
          ? ""
          : `This result has no text, so a host without UI has ${reply ? "only its JSON" : "nothing"} to show. Give every result meaningful text.`,
        ...(this.#run ? breaches(this.#run.tool, result) : []),
      ]
        .join(" ")
        .trim(),
    );
  }

  /** The server restarts: errors of the running call are ignored until {@link renew}. */
  serverRestarting(): void {
    this.#wasLoading = this.dataset["status"] === "loading";
  }

  /** Runs the tool again after the server has restarted; tool is undefined if it no longer exists. */
  async renew(tool: Tool | undefined): Promise<void> {
    const pending = this.#wasLoading;
    this.#wasLoading = false;
    if (!this.#run) {
      return;
    }
    if (!tool) {
      this.#calling?.abort();
      this.#calling = undefined;
      fill(this.#bubble, h("span", { class: "quiet" }, `The server no longer has the tool ${this.#run.tool.name}.`));
      this.#show("stopped", "Gone", "");
    } else if (pending || isHarmless(tool)) {
      await this.begin({ ...this.#run, tool });
    }
  }

  dismiss(): Promise<void> {
    this.#run = undefined;
    this.#unwatch();
    this.#calling?.abort();
    this.#calling = undefined;
    this.remove();
    return Promise.resolve();
  }

  #failed(problem: Problem): void {
    this.#bench.keeper.call(this.profile.id, { problem });
    const { code, message } = problem;
    const word = endings[code];
    if (word) {
      fill(this.#bubble, h("span", { class: "quiet" }, message));
      this.#show("stopped", word, "");
      return;
    }
    fill(this.#bubble, h("span", { class: "problem-title" }, icon("alert"), "The tool call failed: "), message, ...rpcParts(problem.rpc));
    this.#show("error", "Error", "");
  }

  #show(status: string, word: string, note: string): void {
    this.dataset["status"] = status;
    this.#bubble.dataset["status"] = status;
    fill(this.#status, h("span", { class: "dot" }), word);
    const appOnly = this.#run && audienceOf(this.#run.tool) === "app" ? appOnlyRemark(this.profile) : "";
    this.#note.textContent = [note, appOnly].filter((one) => one !== "").join(" ");
    this.#note.hidden = this.#note.textContent === "";
    this.#author.replaceChildren();
    this.#reveal();
  }

  #reveal(): void {
    if (this.dataset["status"] === "error") {
      reveal(this.#author, this.#bubble.textContent, this.#bench.appErrors.value);
    }
  }
}

customElements.define("oriel-answer", TextAnswer);
