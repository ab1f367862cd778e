// One run of a tool in one host. It combines the tool call, the view's document, its frame and the protocol.

import { problemOf } from "./api.ts";
import type { Bench, Run } from "./bench.ts";
import { Documents } from "./documents.ts";
import type { KnownState } from "./documents.ts";
import { TEARDOWN_MS, TOOL_PENDING } from "../../../../view/src/host/protocol.ts";
import type { Protocol } from "../../../../view/src/host/protocol.ts";
import type { HostContext } from "../../../../view/src/values/types.ts";
import type { Sent } from "./byhand.ts";
import { contextChange } from "./hostcontext.ts";
import type { Surroundings } from "./hostcontext.ts";
import { Hosting } from "./hosting.ts";
import type { SessionServices } from "./hosting.ts";
import type { Negotiation } from "./negotiation.ts";
import { pause } from "./pause.ts";
import { retire, FramedView } from "./framedview.ts";
import type { FramedViewEvents } from "./framedview.ts";
import { Standby } from "./standby.ts";
import type { Cause } from "./frame/health.ts";
import type { Surface } from "./surface.ts";
import { refusal } from "./violation.ts";
import { deliver, ToolCall } from "./toolcall.ts";
import { isHarmless, isOfView, viewOf } from "./wire.ts";
import type {
  CallToolResult,
  Json,
  Profile,
  Style,
  Tool,
  ViewAnswer,
  ViewDocument,
  ViewStep,
} from "./wire.ts";
import { listens, Writing } from "./writing.ts";

const REPLACED = "the view's document has changed";
const REOPENED = "the view is reloaded";
const UNFIT = "the view asks for another frame";
/** How long the old document stays visible if the new one does not become ready. */
const REPLACE_MS = 1500;
/** How long a loaded view may take to say something, before it is said what it needs. */
const DEAF_MS = 1000;

type NoView = { reason: string; steps?: ViewStep[] | null };

/**
 * A session has a view, or requests it; or it waits for the result, which may have one; or there is none; or it is over.
 */
type State = "view" | "awaits result" | "no view" | "ended";

export class ViewSession {
  readonly #bench: Bench;
  #run: Run;
  readonly #profile: Profile;
  readonly #surface: Surface;
  readonly #hosting: Hosting;
  readonly #call: ToolCall;
  readonly #documents: Documents;
  readonly #standby: Standby;
  /** The visible document, and the one that will replace it. */
  #current: FramedView;
  #next: FramedView | undefined;
  #state: State = "view";
  /** The number of the last replacement; what belongs to earlier ones is superseded. */
  #turn = 0;
  /** How many replacements are running. */
  #underway = 0;
  /** The newest change for which a document was requested. */
  #asked = 0;
  /** The person sends the visible document its input and result. */
  #byHand = false;
  #tool: Tool;
  #unlisten: () => void = () => undefined;

  /** standby is a frame to use for the first document, if it fits. */
  constructor(bench: Bench, run: Run, profile: Profile, surface: Surface, standby?: FramedView) {
    this.#bench = bench;
    this.#run = run;
    this.#tool = run.tool;
    this.#profile = profile;
    this.#surface = surface;
    this.#hosting = new Hosting(bench, run.server, profile, surface);
    this.#call = new ToolCall(bench, profile, surface, {
      asked: (args) => this.#called(args),
      answered: (result) => this.#answered(result),
      failed: () => this.#failed(),
    });
    this.#documents = new Documents(bench, profile, this.#call, () => this.#hosting.context(this.#tool));
    this.#documents.kept = run.kept?.[profile.id]?.talk?.state ?? null;
    this.#standby = new Standby(bench, surface, {
      document: () => (this.#isOver || this.#next ? undefined : devDocument(this.#current)),
      make: () => this.#makeView(),
    });
    this.#current = this.#makeView(standby);
  }

  /** Whether the session shows, or will show, a view with this name. */
  isOf(view: string): boolean {
    const uri = this.#current.view?.uri ?? viewOf(this.#tool);
    return !this.#isOver && uri !== undefined && isOfView(uri, view);
  }

  /** Whether the tool has no view, or the session has ended. */
  get empty(): boolean {
    return this.#isOver || this.#state === "no view";
  }

  /** Whether the view can be loaded again without a call. */
  get canReopen(): boolean {
    return !this.#isOver && (!this.#isInResult || this.#call.result !== undefined);
  }

  get #isOver(): boolean {
    return this.#state === "ended";
  }

  /** Starts the frame and the call at the same time. For MCP-UI, the view is in the result. */
  async start(): Promise<void> {
    this.#surface.mount(this.#current.frame.element);
    this.#unlisten = this.#bench.onListChanged(({ server, profile, list }) => {
      if (server === this.#run.server && profile === this.#profile.id) {
        this.#current.protocol?.listChanged(list);
      }
    });
    const kept = this.#run.kept?.[this.#profile.id];
    if (!kept) {
      this.#call.offerStop();
    }
    if (kept) {
      this.#call.restore(this.#run.args, kept.call); // the document has its result from the start
    }
    const opened = this.#profile.ui === "mcp-ui" ? this.#awaitResult() : this.#open(undefined);
    if (kept) {
      return;
    }
    const { signal } = this.#call;
    if (this.#run.stream && this.#profile.ui !== "mcp-ui") {
      const there = opened.then(() => listens(this.#current));
      const writing = new Writing(this.#run.stream === "paused");
      this.#surface.writing(writing);
      await writing.write(this.#run.args, there, signal, (part) => this.#current.protocol?.partialInput(part));
    }
    // While the arguments were written, the server may have restarted, and the call was made.
    if (signal === this.#call.signal) {
      await this.#call.make(this.#run);
    }
  }

  change(change: Partial<Surroundings>): void {
    this.tellContext(contextChange(change));
  }

  /** What the view and the host have agreed on. */
  get negotiation(): Negotiation {
    return this.#current.negotiation;
  }

  /** What the host says about the view's surroundings now. */
  context(): HostContext {
    return this.#hosting.context(this.#tool);
  }

  tellContext(change: HostContext): void {
    if (!this.#isOver && Object.keys(change).length > 0) {
      this.#current.protocol?.contextChanged(change);
      this.#next?.protocol?.contextChanged(change);
    }
  }

  /** Loads the view again and sends it nothing, so that the person can do it by hand. */
  async startOver(): Promise<void> {
    if (this.canReopen) {
      await this.#replace(false, true, true);
    }
  }

  /** Sends the view what the person has written; returns why that is not possible. */
  send(kind: Sent, value: Json): string {
    const { protocol, view } = this.#current;
    if (this.#isOver || !protocol) {
      return "There is no view.";
    }
    if (kind === "partial") {
      if (!this.#byHand) {
        return "The view has its input already. Start over to send it partial input.";
      }
      if (view?.protocol === "mcp-ui") {
        return "MCP-UI has no partial input.";
      }
      protocol.partialInput(value);
    } else if (kind === "input") {
      protocol.input(value);
    } else {
      protocol.result(value);
    }
    return view?.protocol === "mcp-apps" && !protocol.introduced() ? "The view gets it once it has sent ui/initialize." : "";
  }

  /** Tells the view that its call was cancelled. */
  cancelByHand(): void {
    if (!this.#isOver) {
      this.#current.protocol?.cancelled("cancelled by hand");
    }
  }

  /** Tells the view that it will be removed, but leaves it in sight. Resolves to how long it took to answer. */
  async teardownByHand(): Promise<number | undefined> {
    const started = performance.now();
    await (this.#isOver ? undefined : this.#current.protocol?.teardown("torn down by hand"));
    const took = performance.now() - started;
    return took < TEARDOWN_MS ? took : undefined;
  }

  /** Replaces the document after a change, and restores its state. Resolves to whether the new one is visible. */
  async reload(change: number): Promise<boolean> {
    if (this.#isOver || !this.#isNew(change)) {
      return false;
    }
    const call = this.#isInResult;
    if (call && !isHarmless(this.#tool)) {
      this.#surface.notice({ kind: "fault", what: "has changed; run the tool again to see it" });
      return false;
    }
    return this.#replace(call);
  }

  /** Loads the view again with its present input and result, as a host does after a reload of its own page. */
  async reopen(): Promise<boolean> {
    return this.canReopen && this.#replace(false, true);
  }

  /** Replaces the document's styles in place; if that is not possible, replaces the document. */
  async restyle(change: number, styles: Style[]): Promise<boolean> {
    if (this.#isOver || !this.#isNew(change)) {
      return false;
    }
    const { view, dev } = this.#current;
    if (this.#underway === 0 && view?.dev === true && (await dev.restyle(styles))) {
      return true;
    }
    return this.#replace(this.#isInResult);
  }

  /** The server restarts: errors of the running call are ignored until {@link renew} or {@link giveUp}. */
  serverRestarting(): void {
    this.#call.restarting = true;
  }

  /** Ends {@link serverRestarting} without a new call. */
  giveUp(): void {
    this.#call.restarting = false;
  }

  /** Replaces the document after the server has restarted. Calls the tool again if the call was open or is harmless. */
  async renew(tool: Tool): Promise<void> {
    if (this.#isOver) {
      return;
    }
    this.giveUp();
    this.#run = { ...this.#run, tool };
    this.#tool = tool;
    await this.#replace(this.#call.pending || isHarmless(tool));
  }

  async end(reason: string): Promise<void> {
    if (this.#isOver) {
      return;
    }
    this.#state = "ended";
    this.#unlisten();
    if (this.#call.pending) {
      this.#current.protocol?.cancelled(reason);
    }
    this.#call.end(reason);
    await Promise.all([retire(this.#bench.api, this.#current, reason), this.#discard(), this.#standby.end()]);
  }

  // Whether the document is in the tool's result.
  get #isInResult(): boolean {
    return this.#profile.ui === "mcp-ui" || this.#current.view?.inResult === true;
  }

  // Whether a change is newer than the visible document and all requested ones.
  #isNew(change: number): boolean {
    if (change <= Math.max(this.#asked, this.#current.view?.change ?? 0)) {
      return false;
    }
    this.#asked = change;
    return true;
  }

  async #document(result: CallToolResult | undefined, known: KnownState): Promise<ViewAnswer> {
    const { view, tool } = await this.#documents.ask(this.#run, result, known);
    this.#tool = tool;
    return view;
  }

  async #replace(call: boolean, reopen = false, byHand = false): Promise<boolean> {
    this.#underway += 1;
    this.#byHand = byHand;
    try {
      return await this.#replaceOnce(call, reopen);
    } finally {
      this.#underway -= 1;
    }
  }

  // The old document stays visible until the new one is ready. With reopen it ends first, and nothing of its page is
  // restored.
  async #replaceOnce(call: boolean, reopen: boolean): Promise<boolean> {
    const turn = ++this.#turn;
    const superseded = () => this.#isOver || turn !== this.#turn;
    const old = this.#current;
    const isInResult = this.#isInResult;
    let next: FramedView;
    void this.#discard();
    this.#surface.renewing(call);
    const snapshot = reopen ? Promise.resolve(undefined) : old.snapshot();
    if (reopen) {
      await retire(this.#bench.api, old, REOPENED);
    }
    const answer = call ? this.#call.again(this.#run) : undefined;
    const result = isInResult && answer ? await answer : this.#call.result;
    // A standby gets the snapshot with the document. Otherwise, it has to be part of the document.
    const standby = this.#standby.address;
    const restore = standby === undefined ? await snapshot : undefined;
    if (superseded() || (isInResult && !result)) {
      return false;
    }
    try {
      const asked = this.#document(result, { restore, standby, tool: this.#tool });
      const [view, kept] = await Promise.all([asked, snapshot]);
      if (superseded()) {
        // A document without its own address needs no release.
        if (view.kind === "view" && view.write === undefined) {
          this.#documents.release(view);
        }
        return false;
      }
      if (view.kind === "none" && !result && !old.view) {
        await this.#awaitResult();
        return false;
      }
      if (view.kind === "none") {
        if (!reopen) {
          void retire(this.#bench.api, old, REPLACED);
        }
        this.#noView(view);
        return false;
      }
      if (standby !== undefined && view.write === undefined) {
        // The standby does not fit the new document, for example because its policy has changed.
        void this.#standby.dismiss();
        this.#documents.release(view);
        return await this.#replace(false, reopen, this.#byHand);
      }
      next = this.#begin(view, kept);
    } catch (error) {
      if (!superseded()) {
        this.#viewFailed(error);
      }
      return false;
    }
    await Promise.race([this.#presentable(next), pause(REPLACE_MS)]);
    if (superseded()) {
      return false;
    }
    this.#swap(next);
    await next.drawn();
    if (!reopen) {
      this.#surface.leave(old.frame.element);
      void retire(this.#bench.api, old, REPLACED);
    }
    return true;
  }

  // Loads a document in a hidden frame: the standby, or a new one.
  #begin(view: ViewDocument, restore: Json | undefined): FramedView {
    const standby = view.write === undefined ? undefined : this.#standby.take();
    const next = standby ?? this.#makeView();
    this.#next = next;
    this.#state = "view";
    this.#surface.prepare(next.frame.element);
    this.#makeProtocol(next, view);
    next.open(view, restore);
    if (!this.#byHand) {
      deliver(this.#call, next);
    }
    return next;
  }

  // Resolves when a view can be shown. While the tool has not answered, that is when it has initialized.
  async #presentable(next: FramedView): Promise<void> {
    const greeted = this.#call.pending || this.#byHand ? [Promise.all([next.loaded, next.protocol?.listening()])] : [];
    await Promise.race([next.settled, ...greeted]);
    if (next.view?.dev !== true) {
      await next.drawn();
    }
  }

  // The old frame stays behind the new one until that has drawn.
  #swap(next: FramedView): void {
    const old = this.#current;
    this.#current = next;
    this.#next = undefined;
    const held = document.activeElement === old.frame.element;
    this.#surface.swap(next.frame.element);
    if (next.view) {
      this.#surface.view(next.view, true);
    }
    this.#surface.status(...next.status);
    this.#surface.health(next.frame.health.state);
    this.#surface.modesChanged(next.protocol?.modes() ?? []);
    this.#offer(next);
    if (held) {
      next.frame.element.focus();
      if (next.view?.dev) {
        next.dev.focus();
      }
    }
    this.#standby.prepareSoon();
  }

  #called(args: Json): void {
    // A document that will be replaced is not notified of a repeated call; the new one is, once it is there.
    const told = this.#next ?? (this.#underway === 0 ? this.#current : undefined);
    if (!this.#byHand) {
      told?.protocol?.input(args);
    }
  }

  #answered(result: CallToolResult): void {
    this.#waitNoLonger();
    if (this.#state === "awaits result" && this.#underway === 0) {
      void this.#open(result);
    } else if (!this.#byHand) {
      (this.#next ?? this.#current).protocol?.result(result);
    }
  }

  // A tool without a view in its metadata may have one in its result.
  async #awaitResult(): Promise<void> {
    this.#state = "awaits result";
    if (this.#call.result) {
      await this.#open(this.#call.result);
    }
  }

  #failed(): void {
    this.#waitNoLonger();
    const { cancelled = "", failure } = this.#call;
    const { frame, protocol } = this.#next ?? this.#current;
    frame.fail(failure);
    if (!this.#byHand) {
      protocol?.cancelled(cancelled);
    }
  }

  #waitNoLonger(): void {
    this.#current.frame.answered();
    this.#next?.frame.answered();
  }

  async #discard(): Promise<void> {
    const next = this.#next;
    this.#next = undefined;
    if (next) {
      await retire(this.#bench.api, next, REPLACED);
    }
  }

  #makeView(standby?: FramedView): FramedView {
    const title = `${this.#run.tool.title || this.#run.tool.name} in ${this.#profile.title}`;
    const surface = this.#surface;
    // The constructor already reports a status, before the variable is set. That of the first view is shown.
    let made = standby;
    const inSight = () => made === this.#current;
    const events: FramedViewEvents = {
      heard: () => inSight() && this.#heard(made?.protocol),
      violation: (params) => surface.violation(params),
      stranger: (what) => surface.notice({ kind: "fault", what }),
      downloadBlocked: (name) => surface.notice({ kind: "download", what: name }),
      record: (entry) => this.#bench.record(entry),
      status: (...status) => inSight() && surface.status(...status),
      waiting: () => this.#waiting(made),
      refused: (what) => refusal(what, this.#profile, this.#bench.session.profiles, made?.view),
      health: () => made && inSight() && surface.health(made.frame.health.state),
      foundWrong: (cause) => made && this.#foundWrong(made, cause),
    };
    if (made) {
      made.adopt(title, events);
      void made.loaded.then(() => inSight() && surface.begun());
      return made;
    }
    made = new FramedView(this.#profile.id, title, events);
    void made.loaded.then(() => inSight() && surface.begun());
    return made;
  }

  // Opens the first view. Only with a result is it final that there is none.
  async #open(result: CallToolResult | undefined): Promise<void> {
    const turn = this.#turn;
    const superseded = () => this.#isOver || turn !== this.#turn;
    this.#state = "view";
    try {
      const { standby } = this.#current;
      const view = await this.#document(result, { standby });
      if (superseded()) {
        this.#documents.release(view);
        return;
      }
      if (view.kind === "none") {
        if (result) {
          this.#noView(view);
        } else {
          await this.#awaitResult();
        }
        return;
      }
      if (standby !== undefined && view.write === undefined) {
        this.#openElsewhere();
      }
      this.#current.view = view;
      this.#makeProtocol(this.#current, view);
      deliver(this.#call, this.#current);
      this.#surface.view(view);
      this.#current.open(view);
    } catch (error) {
      if (!superseded()) {
        this.#viewFailed(error);
      }
    }
  }

  // Uses a new frame, because the standby does not fit this view.
  #openElsewhere(): void {
    void retire(this.#bench.api, this.#current, UNFIT);
    const next = this.#makeView();
    this.#current = next;
    this.#surface.mount(next.frame.element);
  }

  #viewFailed(error: unknown): void {
    if (this.#call.restarting) {
      return;
    }
    const problem = problemOf(error);
    this.#surface.viewFailed(problem);
    this.#current.frame.fail(`${problem.code}: ${problem.message}`);
  }

  #noView({ reason, steps }: NoView): void {
    this.#state = "no view";
    const { frame } = this.#current;
    frame.remove();
    if (frame.document !== undefined) {
      void this.#bench.api.release(frame.document).catch(() => undefined);
    }
    this.#surface.noView(reason, steps);
  }

  #waiting(framed: FramedView | undefined): string {
    if (framed?.view) {
      return framed.protocol?.waiting() ?? "render data could not be sent";
    }
    return this.#call.pending && !this.#documents.loading ? TOOL_PENDING : "no view document came from the server";
  }

  #heard(protocol: Protocol | undefined): void {
    this.#surface.begun();
    this.#surface.modesChanged(protocol?.modes() ?? []);
    if (protocol?.introduced()) {
      this.#surface.missing(undefined);
    }
  }

  // Says what a view needs that says nothing after it has loaded.
  async #explainSilence(framed: FramedView, { missing }: ViewDocument): Promise<void> {
    if (!missing) {
      return;
    }
    await framed.loaded;
    await pause(DEAF_MS);
    if (!this.#isOver && framed === this.#current && !framed.protocol?.introduced()) {
      this.#surface.missing(missing);
    }
  }

  #makeProtocol(framed: FramedView, view: ViewDocument): void {
    const services: SessionServices = {
      tool: () => this.#tool,
      viewTools: (tools) => {
        framed.tools = tools;
        if (framed === this.#current) {
          this.#offer(framed);
        }
      },
      state: (state) => {
        this.#documents.kept = state;
        this.#surface.state(state);
      },
      close: () => void this.end("the view asked to close").then(() => this.#surface.closed()),
      ready: () => {
        framed.frame.ready();
        if (framed === this.#current) {
          this.#standby.prepareSoon();
        }
      },
    };
    const protocol = this.#hosting.protocol(framed, services, view);
    framed.protocol = protocol;
    if (framed === this.#current) {
      this.#surface.modesChanged(protocol.modes());
    }
    void this.#explainSilence(framed, view);
  }

  // Tells the workbench's server, whose terminal shows it, and gets the place in the sources.
  #foundWrong({ frame, view }: FramedView, cause: Cause): void {
    if (!view || this.#isOver) {
      return;
    }
    const { level, kind, text, fix = "", code = "", stack = "" } = cause;
    const { document, uri } = view;
    const about = { server: this.#run.server, profile: this.#profile.id, document, uri };
    void this.#bench.api
      .health({ ...about, level, kind, text, fix: [fix, code].filter(Boolean).join("\n"), stack })
      .then(({ file, line, column, excerpt }) => {
        if (file) {
          frame.health.place(cause, { file, line, column, ...(excerpt ? { excerpt } : {}) });
        }
      })
      .catch(() => undefined); // the card shows it all the same
  }

  // Shows the view's own tools, so that the person can call them.
  #offer(framed: FramedView): void {
    this.#surface.viewTools(framed.tools, (name, args) => {
      const protocol = this.#isOver ? undefined : this.#current.protocol;
      return protocol?.callViewTool(name, args) ?? Promise.reject(new Error("The view is gone."));
    });
  }
}

// Only views under development get a standby.
function devDocument({ view }: FramedView): ViewDocument | undefined {
  return view?.dev === true ? view : undefined;
}
