// The card of a host that shows views: its part of a conversation, with the view.

import type { Problem } from "./api.ts";
import { faultOfApp, referencesIn, revealErrors } from "./apperrors.ts";
import { AUTOMATIC } from "./bench.ts";
import type { Bench, Run } from "./bench.ts";
import { ByHand } from "./byhand.ts";
import { CallLine } from "./callline.ts";
import { CardFoot } from "./cardfoot.ts";
import { CardFrames } from "./cardframes.ts";
import { CardHealth } from "./cardhealth.ts";
import { CardSpace } from "./cardspace.ts";
import { CardStatus } from "./cardstatus.ts";
import { CardWidth } from "./cardwidth.ts";
import { Conversation } from "./conversation.ts";
import { h, iconButton, segmented } from "./dom.ts";
import type { IconName } from "./dom.ts";
import { changedMembers } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { Facts } from "./facts.ts";
import { ProblemList } from "./problemlist.ts";
import { FirstFrame } from "./firstframe.ts";
import { MissingApiNote } from "./missingapi.ts";
import type { Cut, FrameStatus } from "./frame/frame.ts";
import type { HealthState } from "./frame/health.ts";
import type { Download, Notice, SamplingRequest } from "../../../../view/src/host/protocol.ts";
import type { Surroundings } from "./hostcontext.ts";
import { withSaid } from "./keeper.ts";
import type { KeptTalk, Said } from "./keeper.ts";
import { noticeBox, problemBox, skeleton, toolErrorBox, viewProblemBox } from "./problems.ts";
import { replyOf } from "./reply.ts";
import { blocksBesideText } from "./resultblocks.ts";
import { breaches } from "./schema/breaches.ts";
import { ServerQuestions } from "./serverquestions.ts";
import { ViewSession } from "./session.ts";
import { signInBox, signInByResult } from "./signin.ts";
import type { Surface } from "./surface.ts";
import { formatMs } from "./format.ts";
import { noViewBox } from "./whyview.ts";
import { ViewTools } from "./viewtools.ts";
import { WritingLine } from "./writingline.ts";
import type { Writing } from "./writing.ts";
import { audienceOf } from "./wire.ts";
import type {
  CallToolResult,
  ContentBlock,
  Development,
  DevProblem,
  DisplayMode,
  Json,
  MissingApi,
  Profile,
  Progress,
  ServerQuestion,
  Theme,
  Tool,
  ViewDocument,
  ViewStep,
} from "./wire.ts";

const NOTHING_KNOWN: HealthState = { health: undefined, causes: [], more: 0 };
const SKELETON_MS = 1000;

const modeNames: Record<DisplayMode, [label: string, icon: IconName]> = {
  inline: ["Inline", "inline"],
  fullscreen: ["Fullscreen", "expand"],
  pip: ["Picture in picture", "pip"],
};

/** Calls that ended without a failure, by the codes of their problems. */
const notices: Record<string, { outcome: string; text: string }> = {
  stopped: { outcome: "stopped", text: "You stopped the tool call." },
  denied: { outcome: "denied", text: "You denied the tool call. The tool was not called." },
  reloaded: { outcome: "stopped", text: "The page was reloaded before the tool had answered." },
};

export class HostCard extends HTMLElement implements Surface {
  readonly profile: Profile;
  readonly #bench: Bench;
  readonly #talk: Conversation;
  readonly #facts: Facts;
  readonly #status = new CardStatus();
  readonly #width: CardWidth;
  readonly #call: CallLine;
  readonly #asks: ServerQuestions;
  readonly #writing: WritingLine;
  readonly #stage = h("div", { class: "card-view" });
  readonly #over = h("div", { class: "card-over" });
  readonly #missing: MissingApiNote;
  readonly #problemList = new ProblemList(true);
  readonly #health = new CardHealth();
  readonly #foot: CardFoot;
  readonly #viewTools: ViewTools;
  readonly #byHand: ByHand;
  #environment: Environment = {};
  readonly #modes: ReturnType<typeof segmented<DisplayMode>>;
  readonly #reopen: HTMLButtonElement;
  #session: ViewSession | undefined;
  #mode: DisplayMode = "inline";
  #run: Run | undefined;
  #result: CallToolResult | undefined;
  /** The view has closed itself. */
  #closed = false;
  #dropped = "[]";
  /** What the view has told its host in this run. */
  #talked: KeptTalk = { said: [] };
  /** The references in the errors that the view's requests got. */
  readonly #failed = new Set<string>();
  readonly #space: CardSpace;
  readonly #frames: CardFrames;
  readonly #first: FirstFrame;
  readonly #unwatch: (() => void)[];

  constructor(bench: Bench, profile: Profile) {
    super();
    this.#bench = bench;
    this.profile = profile;
    this.className = "card";
    this.dataset["host"] = profile.id;
    this.role = "region";
    this.ariaLabel = profile.title;
    this.#talk = new Conversation(profile, bench.session.profiles, (text) => (bench.announcement.value = text));
    this.#facts = new Facts(profile, () => this.#session?.negotiation);
    this.#missing = new MissingApiNote(
      profile,
      bench.profile(AUTOMATIC) && profile.ui !== "auto"
        ? () => this.dispatchEvent(new CustomEvent("oriel-automatic", { bubbles: true }))
        : undefined,
    );
    this.#asks = new ServerQuestions(bench.api, profile, (text) => (bench.announcement.value = text));
    this.#width = new CardWidth(profile, () => (bench.layout.value = "host"));
    this.#call = new CallLine(profile, this.#width.element);
    this.#writing = new WritingLine(profile);
    this.#foot = new CardFoot(profile);
    this.#viewTools = new ViewTools((text) => (bench.announcement.value = `${profile.title}: ${text}`));
    const offered = profile.displayModes.length > 0 ? profile.displayModes : (["inline"] as DisplayMode[]);
    this.#modes = segmented<DisplayMode>(
      `Display mode in ${profile.title}`,
      offered.map((value) => ({ value, label: modeNames[value][0], icon: modeNames[value][1] })),
      (mode) => this.setMode(mode),
    );
    this.#reopen = iconButton(
      "reload",
      `Reload the view in ${profile.title} with the same result`,
      () => void this.reopen(),
      { data: { testid: "reload-view" }, disabled: true },
    );
    this.#byHand = this.#makeByHand();
    this.append(
      h(
        "header",
        { class: "card-head" },
        iconButton("back", "Back to inline", () => this.setMode("inline"), { class: "icon-button card-back" }),
        h("h2", { class: "card-host" }, h("span", { class: "host-dot", data: { host: profile.id } }), profile.title),
        this.#status.element,
        h(
          "div",
          { class: "card-tools" },
          offered.length > 1 ? this.#modes.element : null,
          this.#reopen,
          iconButton("play", `Run again in ${profile.title}`, () => void this.begin(this.#run)),
          this.#facts.button,
        ),
      ),
      this.#call.element,
      this.#asks.element,
      this.#writing.element,
      h(
        "div",
        { class: "card-body" },
        h(
          "div",
          { class: "pip-bar" },
          "Picture in picture",
          iconButton("close", "Close the picture in picture", () => this.setMode("inline")),
        ),
        this.#over,
        this.#missing.element,
        this.#stage,
        this.#problemList.element,
      ),
      this.#health.element,
      this.#viewTools.element,
      this.#byHand.element,
      this.#talk.element,
      this.#foot.element,
      this.#facts.panel,
    );
    this.#space = new CardSpace(
      profile,
      this.#stage,
      () => this.#mode,
      () => this.#resized(),
      (container) => this.#session?.change({ container }),
    );
    this.#frames = new CardFrames(this.#stage, this.#space, () => this.#theme);
    this.#first = new FirstFrame(bench.api, profile.id, this);
    const unwatchTheme = bench.themes.theme.changed((theme) => {
      this.#frames.themeChanged();
      if (this.#environment.theme === undefined) {
        this.#session?.change({ theme });
      }
    });
    this.#unwatch = [
      unwatchTheme,
      bench.environment.watch((environment) => this.#setEnvironment(environment)),
      bench.problems.changed(() => this.#renderFaults()),
      bench.shipped.changed(() => this.#ship()),
      bench.appErrors.changed(() => {
        this.#renderFaults();
        this.#reveal();
      }),
    ];
  }

  get mode(): DisplayMode {
    return this.#mode;
  }

  /** Prepares a frame, because the server's first run will start soon. */
  expect(server: string): void {
    void this.#first.begin(server);
  }

  async begin(run: Run | undefined): Promise<void> {
    if (!run) {
      return;
    }
    const { allowed, kept, ...again } = run;
    this.#run = again;
    const old = this.#session;
    this.#session = undefined;
    this.#leave();
    await old?.end("the tool is run again");
    if (this.#run !== again || this.#session) {
      return;
    }
    this.#talk.clear();
    this.#asks.clear();
    this.#viewTools.clear();
    this.#talked = { said: [] };
    if (!kept) {
      this.#bench.keeper.call(this.profile.id, undefined);
      this.#bench.keeper.talk(this.profile.id, undefined);
    }
    this.#repeat(kept?.[this.profile.id]?.talk);
    this.#byHand.clear();
    if (audienceOf(run.tool) === "app") {
      this.#talk.appOnly();
    }
    this.#result = undefined;
    this.#closed = false;
    this.#failed.clear();
    delete this.dataset["outcome"];
    delete this.dataset["gone"];
    this.health(NOTHING_KNOWN);
    this.#facts.setView(undefined);
    this.#missing.show(undefined);
    this.#frames.clear(this.profile.container.height);
    this.#mode = "inline";
    this.dataset["mode"] = "inline";
    this.#modes.set("inline");
    this.#status.started();
    this.querySelector(".tool-error")?.remove();
    this.#call.started(run);
    this.#writing.show(undefined);
    this.#foot.show(undefined, undefined);
    this.#ship();
    this.#stage.hidden = false;
    this.#session = new ViewSession(this.#bench, run, this.profile, this, this.#first.take(run.server));
    this.#renderFaults();
    void this.#session.start();
  }

  // Shows what the view said before the page was reloaded.
  #repeat(talk: KeptTalk | undefined): void {
    for (const one of talk?.said ?? []) {
      if ("message" in one) {
        this.message(one.message);
      } else {
        this.intent(one.intent, one.params);
      }
    }
    if (talk?.modelContext !== undefined) {
      this.modelContext(talk.modelContext);
    }
    if (talk?.state !== undefined) {
      this.state(talk.state);
    }
  }

  /** Loads the view again with its input and result, without a new call. */
  async reopen(): Promise<void> {
    if (this.#session?.canReopen) {
      this.#leave();
      await this.#session.reopen();
    }
  }

  // Shows the old view as loading while it ends.
  #leave(): void {
    const frame = this.#frames.shown;
    if (frame) {
      frame.dataset["status"] = "loading";
      frame.dataset["leaving"] = "";
      this.status("loading", "");
      this.#skeleton();
    }
  }

  /** Ends the view and removes the card. */
  async dismiss(): Promise<void> {
    this.#run = undefined;
    this.#unwatch.forEach((unwatch) => unwatch());
    this.#space.end();
    void this.#first.dismiss();
    await this.#session?.end("the host was deselected");
    this.remove();
  }

  mount(frame: HTMLIFrameElement): void {
    this.#frames.mount(frame);
    this.#skeleton();
  }

  standBy(frame: HTMLIFrameElement): void {
    this.#frames.standBy(frame);
  }

  prepare(frame: HTMLIFrameElement): void {
    this.#frames.prepare(frame);
  }

  swap(frame: HTMLIFrameElement): void {
    this.#frames.swap(frame);
    this.#stage.hidden = false;
    this.#resized();
  }

  leave(frame: HTMLIFrameElement): void {
    frame.dataset["testid"] = "view-gone";
  }

  renewing(called: boolean): void {
    this.#status.started();
    this.#failed.clear();
    this.#renderFaults();
    if (called) {
      this.#bench.keeper.call(this.profile.id, undefined);
      this.#result = undefined;
      delete this.dataset["outcome"];
      this.querySelector(".tool-error")?.remove();
      if (this.#run) {
        this.#call.started(this.#run);
      }
    }
  }

  /** Updates the view after a change of its document. Ignores changes of other views. */
  develop(change: Development): void {
    const session = this.#session;
    if (change.type === "renew" || !session || change.server !== this.#run?.server) {
      return;
    }
    if (!session.isOf(change.view)) {
      return;
    }
    const { type, server, view } = change;
    const work = type === "reload" ? session.reload(change.change) : session.restyle(change.change, change.styles);
    void work.then((shown) => shown && this.#bench.shown(server, view, this.profile.id));
  }

  /** Whether this card shows the problem over its view. */
  shows({ source, view }: DevProblem): boolean {
    return source === "view" && view !== undefined && view !== "" && this.#session?.isOf(view) === true;
  }

  /** The server restarts: errors of the running call are ignored until {@link renew}. */
  serverRestarting(): void {
    this.#session?.serverRestarting();
  }

  /** Runs the tool again after the server has restarted; tool is undefined if it no longer exists. */
  async renew(tool: Tool | undefined): Promise<void> {
    const run = this.#run;
    if (!run || !this.#session) {
      return;
    }
    if (!tool) {
      this.#session.giveUp();
      this.#problem("The tool is gone", {
        code: "tool_gone",
        message: `The server no longer has the tool ${run.tool.name}.`,
        fix: "Choose another tool. When this one is back, its view is shown again.",
      });
      this.dataset["gone"] = "";
      return;
    }
    const back = this.dataset["gone"] !== undefined;
    delete this.dataset["gone"];
    this.#run = { ...run, tool };
    if (this.#session.empty && (back || this.dataset["status"] === "none") && !this.#closed) {
      await this.begin(this.#run);
    } else {
      if (back) {
        this.#over.replaceChildren();
      }
      await this.#session.renew(tool);
    }
  }

  surroundings(): Surroundings {
    const container = this.#space.container();
    return { theme: this.#theme, displayMode: this.#mode, container, environment: this.#environment };
  }

  status(status: FrameStatus, reason: string, cut?: Cut): void {
    this.dataset["status"] = status;
    this.#reopen.disabled = !this.#frames.shown;
    this.#status.view(status, reason, this.dataset["outcome"] ?? "", this.#result?.isError === true);
    if (cut && this.#frames.shown) {
      this.#frames.shown.dataset["cut"] = ""; // it is blank
    }
    if (status === "ready") {
      this.#over.replaceChildren();
      this.#bench.announcement.value = `${this.profile.title}: the view is ready.`;
    } else if (status === "error" && (cut || !this.#over.querySelector(".problem-box, .notice-box"))) {
      this.#over.replaceChildren(viewProblemBox(reason, cut));
    }
  }

  health(state: HealthState): void {
    this.#health.show(state);
    if (state.health === undefined) {
      delete this.dataset["health"];
    } else {
      this.dataset["health"] = state.health;
    }
  }

  begun(): void {
    this.#over.querySelector(".skeleton")?.remove();
  }

  writing(writing: Writing): void {
    this.#writing.show(writing);
  }

  view(view: ViewDocument, again = false): void {
    // After a reload, only changes are reported.
    const dropped = JSON.stringify(view.dropped ?? []);
    if (!again || dropped !== this.#dropped) {
      (view.dropped ?? []).forEach((one) => this.#talk.dropped(one));
    }
    this.#dropped = dropped;
    this.#missing.show(undefined);
    this.#renderFaults();
    // A document that takes longer to load has something to show before.
    setTimeout(() => this.begun(), SKELETON_MS);
    this.#facts.setView(view);
    this.classList.toggle("bordered", view.border === true);
    this.#foot.show(view, this.#frames.shown);
  }

  missing(api: MissingApi | undefined): void {
    this.#missing.show(api);
  }

  noView(reason: string, steps?: ViewStep[] | null): void {
    this.health(NOTHING_KNOWN);
    this.#frames.forget();
    this.#reopen.disabled = true;
    this.dataset["status"] = "none";
    this.#renderNoView();
    this.#stage.hidden = true;
    this.#over.replaceChildren(noViewBox(reason, steps));
    this.#renderReply();
    this.#foot.show(undefined, undefined);
  }

  viewFailed(problem: Problem): void {
    this.#problem(problem.code === "view_not_found" ? "The view was not found" : "The view can't be shown", problem);
  }

  result(result: CallToolResult, durationMs: number): void {
    if (this.#run) {
      this.#call.answered(this.#run, result, durationMs);
    }
    this.#result = result;
    this.#bench.keeper.call(this.profile.id, { result, durationMs });
    if (result.isError) {
      this.dataset["outcome"] = "error";
      const box = toolErrorBox(result);
      if (result._meta?.["mcp/www_authenticate"] !== undefined && this.#run) {
        box.lastElementChild?.append(signInBox(this.#bench, this.#run.server, ...signInByResult(this.profile)));
      }
      this.#call.element.after(box);
      this.#reveal();
      // An error of the view itself stays visible.
      if (this.dataset["status"] === "none") {
        this.#renderNoView();
      } else if (this.dataset["status"] !== "error") {
        this.#status.toolError();
      }
    }
    this.#renderReply();
    void this.#byHand.offer();
    if (this.#run) {
      breaches(this.#run.tool, result).forEach((breach) => this.#talk.breach(breach));
    }
  }

  callFailed(problem: Problem): void {
    this.#bench.keeper.call(this.profile.id, { problem });
    const notice = notices[problem.code];
    if (notice) {
      this.dataset["outcome"] = notice.outcome;
      this.#over.replaceChildren(noticeBox(notice.text, () => void this.begin(this.#run)));
    } else if (problem.code === "server_restarted" || (this.#bench.busy.value !== "" && isAway(problem.code))) {
      this.dataset["outcome"] = "restarted";
      this.#over.replaceChildren(
        noticeBox("The server was restarted before the tool had answered.", () => void this.begin(this.#run)),
      );
    } else {
      this.#problem("The tool call failed", {
        ...problem,
        fix: problem.fix || "The timeline below shows the messages.",
      });
      if (problem.code === "auth_required" && this.#run) {
        this.#over.append(signInBox(this.#bench, this.#run.server, "The server asks for a sign-in.", "Sign in"));
      }
    }
  }

  requestFailed(text: string): void {
    referencesIn(text).forEach((reference) => this.#failed.add(reference));
    this.#renderFaults();
  }

  modesChanged(modes: DisplayMode[]): void {
    this.#modes.offer([...modes, "inline"]);
  }

  resize({ height }: { height?: number }, frame: HTMLIFrameElement): "loop" | undefined {
    if (height === undefined) {
      return undefined;
    }
    const came = this.#frames.resize(frame, height);
    this.#resized();
    if (came === "loop") {
      this.#talk.sizeLoop();
    }
    return came === "loop" ? came : undefined;
  }

  setMode(mode: DisplayMode): DisplayMode {
    if (mode !== this.#mode && (mode === "inline" || this.profile.displayModes.includes(mode))) {
      this.#mode = mode;
      this.dataset["mode"] = mode;
      this.#modes.set(mode);
      this.dispatchEvent(new CustomEvent("oriel-mode", { bubbles: true, detail: { mode } }));
      this.#session?.change({ displayMode: mode, container: this.#space.container() });
      this.#resized();
    }
    return this.#mode;
  }

  closed(): void {
    this.#closed = true;
    this.health(NOTHING_KNOWN);
    this.#frames.forget();
    this.#reopen.disabled = true;
    this.setMode("inline");
    this.dataset["status"] = "none";
    this.#status.closed();
    this.#over.replaceChildren(noticeBox("The view closed itself.", () => void this.begin(this.#run)));
    this.#talk.withdrawAll();
    this.#viewTools.clear();
    this.#stage.hidden = true;
    this.#foot.show(undefined, undefined);
  }

  message(content: ContentBlock[]): void {
    this.#talk.message(content);
    this.#say({ message: content });
  }

  intent(name: string, params: unknown): void {
    this.#talk.intent(name, params);
    this.#say({ intent: name, params });
  }

  confirm(tool: Tool, args: Json, signal: AbortSignal): Promise<boolean> {
    return this.#talk.confirm(tool, args, signal);
  }

  unconfirmed(rule: "ask" | "warn"): void {
    this.#talk.unconfirmed(rule);
  }

  openLink(url: URL, signal: AbortSignal): Promise<boolean> {
    return this.#talk.link(url, signal);
  }

  sampling(request: SamplingRequest, signal: AbortSignal): Promise<Json | undefined> {
    return this.#talk.sampling(request, signal);
  }

  download(files: Download[], signal: AbortSignal): Promise<boolean> {
    return this.#talk.download(files, signal);
  }

  serverAsks(question: ServerQuestion, signal: AbortSignal): void {
    this.#asks.take(question, signal);
  }

  calling(stop: (() => void) | undefined): void {
    this.#call.calling(stop);
  }

  progress(progress: Progress): void {
    this.#call.progress(progress);
  }

  viewTools(tools: Tool[] | undefined, call: (name: string, args: Json) => Promise<CallToolResult>): void {
    this.#viewTools.set(tools, call);
  }

  modelContext(context: Json): void {
    this.#talk.modelContext(context);
    this.#tell({ modelContext: context });
  }

  state(state: unknown): void {
    this.#talk.state(state);
    this.#tell({ state });
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

  #say(one: Said): void {
    this.#tell(withSaid(this.#talked, one));
  }

  #tell(change: Partial<KeptTalk>): void {
    this.#talked = { ...this.#talked, ...change };
    this.#bench.keeper.talk(this.profile.id, this.#talked);
  }

  #resized(): void {
    const inline = this.#mode === "inline";
    this.#foot.resized(this.#frames.shown, inline ? this.#frames.clipped : undefined);
    this.#width.show(inline && !this.#environment.device ? this.#space.width : undefined);
  }

  get #theme(): Theme {
    return this.#environment.theme ?? this.#bench.themes.theme.value;
  }

  #makeByHand(): ByHand {
    return new ByHand(this.profile, {
      last: (kind) => (kind === "result" ? (this.#result ?? { content: [] }) : (this.#run?.args ?? {})),
      send: (kind, value) => this.#session?.send(kind, value) ?? "There is no view.",
      cancel: () => this.#session?.cancelByHand(),
      teardown: async () => {
        const took = await this.#session?.teardownByHand();
        return `The view ${took === undefined ? "did not answer in time" : `has ended, after ${formatMs(took)}`}. Reload it to bring it back.`;
      },
      startOver: () => void this.#session?.startOver(),
      environment: () => this.#environment,
      setEnvironment: (environment) => this.#setEnvironment(environment),
      // A card may have been changed since: the same value has to be news.
      setForAll: (environment) => (this.#bench.environment.value = { ...environment }),
    });
  }

  #setEnvironment(environment: Environment): void {
    const before = this.#session?.context() ?? {};
    this.#environment = environment;
    const { width, maxWidth } = this.profile.container;
    const wide = environment.device?.width || width || maxWidth;
    this.style.colorScheme = environment.theme ?? "";
    this.style.setProperty("--host-width", wide ? `${wide}px` : "");
    this.#space.device = environment.device;
    this.#frames.themeChanged();
    this.#frames.limitsChanged();
    this.#session?.tellContext(changedMembers(before, this.#session.context()));
    this.#resized();
    this.#byHand.show();
  }

  #renderNoView(): void {
    if (this.#result?.isError) {
      this.#status.toolError();
    } else {
      this.#status.noView();
    }
  }

  // Without a view, the host shows the text, or else the JSON. The view may arrive before or after the result.
  #renderReply(): void {
    const reply = replyOf(this.#result);
    const blocks = blocksBesideText(this.#result);
    const empty = reply === undefined && blocks.length === 0;
    if (this.#stage.hidden && !empty && !this.#result?.isError && !this.#over.querySelector(".reply")) {
      this.#over.append(h("div", { class: "reply" }, reply, ...blocks));
    }
  }

  #renderFaults(): void {
    const failed = this.#bench.appErrors.value.filter(({ id }) => this.#failed.has(id));
    this.#problemList.show([
      ...this.#bench.problems.value.filter((problem) => this.shows(problem)),
      ...failed.reverse().map(faultOfApp),
    ]);
  }

  #ship(): void {
    this.#foot.ship(this.#bench.shipped.value.filter(({ server }) => server === this.#run?.server));
  }

  #reveal(): void {
    revealErrors(this, this.#bench.appErrors.value);
  }

  #skeleton(): void {
    this.#over.replaceChildren(skeleton());
  }

  #problem(title: string, { message, fix, rpc }: Problem): void {
    this.#over.replaceChildren(problemBox(title, message, fix, rpc));
    this.#reveal();
  }
}

// Whether the error means that the server is not running.
function isAway(code: string): boolean {
  return ["server_gone", "server_unreachable", "server_exited", "server_status", "server_timeout"].includes(code);
}

customElements.define("oriel-card", HostCard);
