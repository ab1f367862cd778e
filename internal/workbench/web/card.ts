// One host's card: a turn of its conversation, with the view in it.

import type { Bench, Run } from "./bench.ts";
import { CallLine } from "./callline.ts";
import { Conversation } from "./conversation.ts";
import { fill, formatBytes, formatMs, h, iconButton, segmented } from "./dom.ts";
import type { IconName } from "./dom.ts";
import { Facts } from "./facts.ts";
import type { FrameStatus } from "./host/frame.ts";
import type { Notice, Surroundings } from "./host/protocol.ts";
import { SizeGuard } from "./host/size.ts";
import { problemBox, toolErrorBox, viewProblemBox } from "./problems.ts";
import { ViewSession } from "./session.ts";
import type { Problem, Surface } from "./session.ts";
import { audienceOf, resultText } from "./wire.ts";
import type { CallToolResult, Container, ContentBlock, DisplayMode, Json, Profile, ViewDocument } from "./wire.ts";

const modeNames: Record<DisplayMode, [label: string, icon: IconName]> = {
  inline: ["Inline", "inline"],
  fullscreen: ["Fullscreen", "expand"],
  pip: ["Picture in picture", "pip"],
};
const FIRST_HEIGHT = 320;
const TOOL_ERROR = "Tool error";

export class HostCard extends HTMLElement implements Surface {
  readonly profile: Profile;
  readonly #bench: Bench;
  readonly #talk: Conversation;
  readonly #facts: Facts;
  readonly #status = h("span", { class: "card-status", role: "status" });
  readonly #call: CallLine;
  readonly #stage = h("div", { class: "card-view" });
  readonly #over = h("div", { class: "card-over" });
  readonly #foot = h("footer", { class: "card-foot" });
  readonly #size = h("span", { class: "card-size" });
  readonly #modes: ReturnType<typeof segmented<DisplayMode>>;
  #session: ViewSession | undefined;
  #frame: HTMLIFrameElement | undefined;
  #guard = new SizeGuard({}, FIRST_HEIGHT);
  #mode: DisplayMode = "inline";
  #run: Run | undefined;
  #view: ViewDocument | undefined;
  #result: CallToolResult | undefined;
  #told: Container | undefined;
  #started = 0;
  #resizing: ReturnType<typeof setTimeout> | undefined;
  readonly #observer = new ResizeObserver(() => this.#resized());
  readonly #unwatch: () => void;

  constructor(bench: Bench, profile: Profile) {
    super();
    this.#bench = bench;
    this.profile = profile;
    this.className = "card";
    this.dataset["host"] = profile.id;
    this.#talk = new Conversation(profile, (text) => (bench.announcement.value = text));
    this.#facts = new Facts(profile);
    this.#call = new CallLine(profile);
    const offered = profile.displayModes.length > 0 ? profile.displayModes : (["inline"] as DisplayMode[]);
    this.#modes = segmented<DisplayMode>(
      `Display mode in ${profile.title}`,
      offered.map((value) => ({ value, label: modeNames[value][0], icon: modeNames[value][1] })),
      (mode) => this.setMode(mode),
    );
    const width = profile.container.width || profile.container.maxWidth;
    if (width) {
      this.style.setProperty("--host-width", `${width}px`);
    }
    this.append(
      h(
        "header",
        { class: "card-head" },
        iconButton("back", "Back to inline", () => this.setMode("inline"), { class: "icon-button card-back" }),
        h("h2", { class: "card-host" }, h("span", { class: "host-dot", data: { host: profile.id } }), profile.title),
        this.#status,
        h(
          "div",
          { class: "card-tools" },
          offered.length > 1 ? this.#modes.element : null,
          iconButton("reload", `Run again in ${profile.title}`, () => void this.begin(this.#run)),
          this.#facts.button,
        ),
      ),
      this.#call.element,
      h("div", { class: "card-body" }, this.#stage, this.#over),
      this.#talk.element,
      this.#foot,
      this.#facts.panel,
    );
    this.#observer.observe(this.#stage);
    this.#unwatch = bench.themes.theme.changed((theme) => {
      if (this.#frame) {
        this.#frame.style.colorScheme = theme;
      }
      this.#session?.change({ theme });
    });
  }

  get mode(): DisplayMode {
    return this.#mode;
  }

  async begin(run: Run | undefined): Promise<void> {
    if (!run) {
      return;
    }
    this.#run = run;
    const old = this.#session;
    this.#session = undefined;
    this.#leave();
    await old?.end("the tool is run again");
    if (this.#run !== run || this.#session) {
      return;
    }
    this.#talk.clear();
    if (audienceOf(run.tool) === "app") {
      this.#talk.appOnly();
    }
    this.#view = undefined;
    this.#result = undefined;
    delete this.dataset["outcome"];
    this.#facts.setView(undefined);
    this.#frame = undefined;
    this.#mode = "inline";
    this.dataset["mode"] = "inline";
    this.#modes.set("inline");
    this.#started = performance.now();
    this.#guard = new SizeGuard(this.#limits(), this.profile.container.height || FIRST_HEIGHT);
    this.querySelector(".tool-error")?.remove();
    this.#call.started(run);
    this.#renderFoot();
    this.#stage.hidden = false;
    this.#session = new ViewSession(this.#bench, run, this.profile, this);
    void this.#session.start();
  }

  // The view that is about to end no longer counts as ready.
  #leave(): void {
    if (this.#frame) {
      this.#frame.dataset["status"] = "loading";
      this.status("loading", "");
      this.#skeleton();
    }
  }

  /** Ends the view and takes the card away. */
  async dismiss(): Promise<void> {
    this.#run = undefined;
    this.#unwatch();
    this.#observer.disconnect();
    await this.#session?.end("the host was taken away");
    this.remove();
  }

  mount(frame: HTMLIFrameElement): void {
    this.#frame = frame;
    frame.style.colorScheme = this.#bench.themes.theme.value;
    frame.style.height = `${this.#guard.height}px`;
    this.#stage.replaceChildren(frame);
    this.#skeleton();
  }

  surroundings(): Surroundings {
    return { theme: this.#bench.themes.theme.value, displayMode: this.#mode, container: this.#container() };
  }

  status(status: FrameStatus, reason: string): void {
    this.dataset["status"] = status;
    const took = this.#started === 0 ? "" : formatMs(performance.now() - this.#started);
    const word = { ready: took, error: "Error", loading: "Loading" }[status];
    const toolError = this.#result?.isError === true && status !== "error";
    fill(
      this.#status,
      h("span", { class: "dot" }),
      status === "ready" && !toolError ? h("span", { class: "unseen" }, "Ready in ") : null,
      toolError ? TOOL_ERROR : word,
    );
    this.#status.title = status === "ready" ? `Ready in ${took}` : "";
    if (status === "ready") {
      this.#over.replaceChildren();
      this.#bench.announcement.value = `${this.profile.title}: the view is ready.`;
    } else if (status === "error" && !this.#over.querySelector(".problem-box")) {
      this.#over.replaceChildren(viewProblemBox(reason));
    }
  }

  view(view: ViewDocument): void {
    this.#view = view;
    for (const dropped of view.dropped ?? []) {
      this.#talk.dropped(dropped);
    }
    this.#facts.setView(view);
    this.classList.toggle("bordered", view.border === true);
    this.#renderFoot();
  }

  noView(reason: string): void {
    this.#frame = undefined;
    this.dataset["status"] = "none";
    this.#renderNoView();
    this.#stage.hidden = true;
    this.#over.replaceChildren(h("p", { class: "quiet" }, reason));
    this.#renderReply();
    this.#renderFoot();
  }

  viewFailed(problem: Problem): void {
    this.#problem(problem.code === "view_not_found" ? "The view was not found" : "The view can't be shown", problem);
  }

  result(result: CallToolResult, durationMs: number): void {
    if (this.#run) {
      this.#call.answered(this.#run, result, durationMs);
    }
    this.#result = result;
    if (result.isError) {
      this.dataset["outcome"] = "error";
      this.#call.element.after(toolErrorBox(result));
      // An error of the view itself stays to be seen.
      if (this.dataset["status"] === "none") {
        this.#renderNoView();
      } else if (this.dataset["status"] !== "error") {
        fill(this.#status, h("span", { class: "dot" }), TOOL_ERROR);
      }
    }
    this.#renderReply();
  }

  callFailed(problem: Problem): void {
    this.#problem("The tool call failed", {
      ...problem,
      fix: problem.fix || "The timeline below shows what went over the wire.",
    });
    if (this.#frame) {
      this.#frame.hidden = true;
    }
  }

  modesChanged(modes: DisplayMode[]): void {
    this.#modes.offer([...modes, "inline"]);
  }

  resize({ height }: { height?: number }): void {
    if (height === undefined || !this.#frame) {
      return;
    }
    const decision = this.#guard.ask(height, performance.now());
    if ("height" in decision) {
      this.#frame.style.height = `${decision.height}px`;
      this.#renderSize();
    } else if (decision.ignored === "loop") {
      this.#frame.style.height = `${this.#guard.height}px`;
      this.#talk.sizeLoop();
    }
  }

  setMode(mode: DisplayMode): DisplayMode {
    if (mode !== this.#mode && (mode === "inline" || this.profile.displayModes.includes(mode))) {
      this.#mode = mode;
      this.dataset["mode"] = mode;
      this.#modes.set(mode);
      this.dispatchEvent(new CustomEvent("oriel-mode", { bubbles: true, detail: { mode } }));
      this.#session?.change({ displayMode: mode, container: this.#container() });
      this.#renderSize();
    }
    return this.#mode;
  }

  closed(): void {
    this.#frame = undefined;
    this.setMode("inline");
    this.dataset["status"] = "none";
    fill(this.#status, "Closed");
    this.#over.replaceChildren(
      h(
        "div",
        { class: "notice-box" },
        h("p", {}, "The view closed itself."),
        h("button", { type: "button", class: "button", on: { click: () => void this.begin(this.#run) } }, "Run again"),
      ),
    );
    this.#stage.hidden = true;
  }

  message(content: ContentBlock[]): void {
    this.#talk.message(content);
  }

  intent(name: string, params: unknown): void {
    this.#talk.intent(name, params);
  }

  openLink(url: URL): Promise<boolean> {
    return this.#talk.link(url);
  }

  modelContext(context: Json): void {
    this.#talk.modelContext(context);
  }

  state(state: unknown): void {
    this.#talk.state(state);
  }

  log(level: string, logger: string, data: unknown): void {
    this.#talk.log(level, logger, data);
  }

  notice(notice: Notice): void {
    this.#talk.notice(notice);
  }

  violation(params: Json): void {
    this.#talk.violation(params);
  }

  // A fixed height stays; but ChatGPT documents that its views set their own,
  // so what was measured there is only the height they start with.
  #limits(): Container {
    const { height, ...rest } = this.profile.container;
    return height && this.profile.ui === "mcp-apps" ? { ...rest, height, maxHeight: height } : rest;
  }

  // What the view really has: the host's numbers, at the width there is.
  #container(): Container {
    const width = this.#stage.clientWidth;
    if (this.#mode !== "inline") {
      return { width, height: this.#stage.clientHeight };
    }
    const own = this.#limits();
    return own.maxWidth && !own.width
      ? { ...own, maxWidth: Math.min(own.maxWidth, width || own.maxWidth) }
      : { ...own, width: width || own.width };
  }

  #resized(): void {
    if (this.#stage.clientWidth === 0) {
      return; // out of sight, not narrower
    }
    this.#renderSize();
    clearTimeout(this.#resizing);
    this.#resizing = setTimeout(() => {
      const container = this.#container();
      if (
        container.width !== this.#told?.width ||
        container.maxWidth !== this.#told?.maxWidth ||
        this.#mode !== "inline"
      ) {
        const first = this.#told === undefined;
        this.#told = container;
        if (!first) {
          this.#session?.change({ container });
        }
      }
    }, 150);
  }

  #renderNoView(): void {
    const failed = this.#result?.isError === true;
    fill(this.#status, failed ? h("span", { class: "dot" }) : null, failed ? TOOL_ERROR : "No view");
  }

  // Without a view the host has the text alone; view and result come in any order.
  #renderReply(): void {
    const text = resultText(this.#result);
    if (this.#stage.hidden && text !== "" && !this.#result?.isError && !this.#over.querySelector(".reply")) {
      this.#over.append(h("div", { class: "reply" }, text));
    }
  }

  #skeleton(): void {
    this.#over.replaceChildren(
      h(
        "div",
        { class: "skeleton", "aria-hidden": "true" },
        ...[44, 88, 70, 100].map((width) => h("span", { class: "bone", style: `width:${width}%` })),
      ),
    );
  }

  #problem(title: string, { message, fix }: Problem): void {
    this.#over.replaceChildren(problemBox(title, message, fix));
  }

  #renderFoot(): void {
    const view = this.#view;
    fill(
      this.#foot,
      this.#size,
      view ? h("span", { title: view.source }, formatBytes(view.bytes)) : null,
      view ? h("span", { class: "card-uri", title: view.uri }, view.uri) : null,
    );
    this.#foot.hidden = !view;
    this.#renderSize();
  }

  #renderSize(): void {
    const frame = this.#frame;
    const limit = this.profile.container;
    this.#size.textContent = frame ? `${Math.round(frame.clientWidth)} × ${Math.round(frame.clientHeight)}` : "";
    const width = limit.width || (limit.maxWidth ? `up to ${limit.maxWidth}` : "not known");
    const height = limit.height || (limit.maxHeight ? `up to ${limit.maxHeight}` : "as the view asks");
    this.#size.title = `This host's frame: width ${width}, height ${height}`;
  }
}

customElements.define("oriel-card", HostCard);
