// The card of a host without UI: the text of the result.

import { reveal } from "./apperrors.ts";
import type { Bench, Run } from "./bench.ts";
import { appOnlyRemark } from "./conversation.ts";
import { fill, h, icon, iconButton } from "./dom.ts";
import { Facts } from "./facts.ts";
import { formatMs } from "./format.ts";
import { readProgress } from "../../../../view/src/host/progress.ts";
import { problemOf } from "./api.ts";
import { ProgressText, StopButton } from "./underway.ts";
import { replyOf } from "./reply.ts";
import { audienceOf, isHarmless } from "./wire.ts";
import type { Profile, Tool } from "./wire.ts";

export class TextAnswer extends HTMLElement {
  readonly profile: Profile;
  readonly #bench: Bench;
  readonly #status = h("span", { class: "card-status one-line", role: "status" });
  readonly #bubble: HTMLElement;
  readonly #note = h("p", { class: "quiet" });
  /** What only the app's author sees of an error. */
  readonly #author = h("div", { class: "answer-author" });
  readonly #unwatch: () => void;
  readonly #words = new ProgressText();
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
    const facts = new Facts(profile);
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
      h("div", { class: "answer-body" }, this.#bubble, this.#note, this.#author),
      facts.panel,
    );
    this.#unwatch = bench.appErrors.changed(() => this.#reveal());
  }

  async begin(run: Run | undefined): Promise<void> {
    if (!run) {
      return;
    }
    this.#run = run;
    this.#calling?.abort();
    const calling = new AbortController();
    this.#calling = calling;
    this.#stop.calling(() => calling.abort());
    const started = performance.now();
    this.#show("loading", "Loading", "");
    fill(
      this.#bubble,
      h("span", { class: "bone", style: "width:70%" }),
      h("span", { class: "bone", style: "width:45%" }),
      this.#words.element,
    );
    this.#words.clear();
    try {
      const answer = await this.#bench.api.call(run.server, this.profile.id, run.tool.name, run.args, "host", {
        progress: (one) => this.#calling === calling && this.#words.show(readProgress(one)),
        signal: calling.signal,
      });
      if (this.#calling !== calling) {
        return;
      }
      this.#stop.calling(undefined);
      if (answer.rpcError) {
        this.#failed(answer.rpcError.message);
        return;
      }
      const reply = replyOf(answer.result);
      const took = formatMs(answer.durationMs ?? performance.now() - started);
      fill(this.#bubble, reply ?? "(no text)");
      const isError = answer.result?.isError === true;
      this.#show(
        isError ? "error" : "ready",
        isError ? "Tool error" : took,
        typeof reply === "string"
          ? ""
          : `This result has no text, so a host without UI has ${reply ? "only its JSON" : "nothing"} to show. Give every result meaningful text.`,
      );
    } catch (error) {
      if (this.#calling !== calling || (this.#wasLoading && !calling.signal.aborted)) {
        return;
      }
      this.#stop.calling(undefined);
      if (calling.signal.aborted) {
        fill(this.#bubble, h("span", { class: "quiet" }, "You stopped the tool call."));
        this.#show("stopped", "Stopped", "");
      } else {
        this.#failed(problemOf(error).message);
      }
    }
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

  #failed(message: string): void {
    fill(this.#bubble, h("span", { class: "problem-title" }, icon("alert"), "The tool call failed: "), message);
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
