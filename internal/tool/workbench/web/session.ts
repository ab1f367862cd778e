// One run in one host: the tool call, the view's document, the frame and the
// protocol, put together.

import { problemOf } from "./api.ts";
import type { Bench, Run } from "./bench.ts";
import { Documents } from "./documents.ts";
import type { Known } from "./documents.ts";
import { TOOL_PENDING } from "./host/protocol.ts";
import type { Protocol, Surroundings } from "./host/protocol.ts";
import { Hosting } from "./hosting.ts";
import type { SessionServices } from "./hosting.ts";
import { pause } from "./pause.ts";
import { retire, Showing } from "./showing.ts";
import type { ShowingEvents } from "./showing.ts";
import { Standby } from "./standby.ts";
import type { Surface } from "./surface.ts";
import { deliver, ToolCall } from "./toolcall.ts";
import { holdsView, isHarmless, isOfView, viewOf } from "./wire.ts";
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
import { listens, writeArguments } from "./writing.ts";

const REPLACED = "the view's document has changed";
const UNFIT = "the view asks for another frame";
/** How long the old document stands in for one that does not become ready. */
const REPLACE_MS = 1500;

type NoView = { reason: string; steps?: ViewStep[] | null };

export class ViewSession {
  readonly #bench: Bench;
  #run: Run;
  readonly #profile: Profile;
  readonly #surface: Surface;
  readonly #hosting: Hosting;
  readonly #call: ToolCall;
  readonly #documents: Documents;
  readonly #standby: Standby;
  /** The document in sight, and the one that is to replace it. */
  #showing: Showing;
  #next: Showing | undefined;
  /** Numbers the replacements: of several, the last one counts. */
  #replacing = 0;
  /** How many of them are under way. */
  #underway = 0;
  /** The newest change of the documents that was asked for. */
  #asked = 0;
  #ended = false;
  #shows = true;
  #tool: Tool;
  #unlisten: () => void = () => undefined;

  /** The first document becomes of a frame that stood by, where there is one. */
  constructor(bench: Bench, run: Run, profile: Profile, surface: Surface, stoodBy?: Showing) {
    this.#bench = bench;
    this.#run = run;
    this.#tool = run.tool;
    this.#profile = profile;
    this.#surface = surface;
    this.#hosting = new Hosting(bench, run.server, profile, surface);
    this.#call = new ToolCall(bench, profile.id, surface, {
      asked: (args) => this.#called(args),
      answered: (result) => this.#answered(result),
      failed: () => this.#failed(),
    });
    this.#documents = new Documents(bench, profile, surface, this.#call);
    this.#standby = new Standby(bench, surface, {
      document: () => (this.#ended || this.#next ? undefined : devDocument(this.#showing)),
      make: () => this.#makeShowing(),
    });
    this.#showing = this.#makeShowing(stoodBy);
  }

  /** Whether the session shows a view of this name, or would. */
  isOf(view: string): boolean {
    const uri = this.#showing.view?.uri ?? viewOf(this.#tool);
    return !this.#ended && uri !== undefined && isOfView(uri, view);
  }

  /** The tool has no view, or the session is over. */
  get empty(): boolean {
    return this.#ended || !this.#shows;
  }

  /** Frame and call start together; an MCP-UI view comes with the result. */
  async start(): Promise<void> {
    this.#surface.mount(this.#showing.frame.element);
    this.#unlisten = this.#bench.onListChanged(({ server, profile, list }) => {
      if (server === this.#run.server && profile === this.#profile.id) {
        this.#showing.protocol?.listChanged(list);
      }
    });
    this.#call.offerStop();
    if (this.#profile.ui === "mcp-ui") {
      const result = await this.#call.make(this.#run);
      if (result) {
        await this.#open(result);
      }
      return;
    }
    const showing = this.#showing;
    this.#makeProtocol(showing, undefined);
    const opened = this.#open(undefined);
    if (this.#run.stream) {
      const there = opened.then(() => listens(this.#showing));
      const write = (part: Json) => this.#showing.protocol?.partialInput(part);
      await writeArguments(this.#run.args, there, this.#call.signal, write);
    }
    const result = await this.#call.make(this.#run);
    const none = await opened;
    if (none && result && !this.#ended) {
      await this.#withoutLink(result, none);
    }
  }

  change(change: Partial<Surroundings>): void {
    if (!this.#ended) {
      this.#showing.protocol?.surroundings(change);
      this.#next?.protocol?.surroundings(change);
    }
  }

  /** Shows the document as it is since a change, with all that the one before it had; resolves to whether it does. */
  async reload(change: number): Promise<boolean> {
    if (this.#ended || !this.#isNew(change)) {
      return false;
    }
    // These hosts have the document from the tool's answer.
    const call = this.#profile.ui === "mcp-ui";
    if (call && !isHarmless(this.#tool)) {
      this.#surface.notice({ kind: "fault", what: "has changed; run the tool again to see it" });
      return false;
    }
    return this.#replace(call);
  }

  /** Gives the document's styles another text, where it has them; else it is loaded anew. */
  async restyle(change: number, styles: Style[]): Promise<boolean> {
    if (this.#ended || !this.#isNew(change)) {
      return false;
    }
    const { view, dev } = this.#showing;
    if (this.#underway === 0 && view?.dev === true && (await dev.restyle(styles))) {
      return true;
    }
    return this.#replace(this.#profile.ui === "mcp-ui");
  }

  /** The server has become another process; {@link renew} or {@link giveUp} will say what becomes of the call. */
  anticipate(): void {
    this.#call.anticipating = true;
  }

  /** The server is not asked anew, after all. */
  giveUp(): void {
    this.#call.anticipating = false;
  }

  /** Runs the call again, and shows the view anew, after the server has become another process. */
  async renew(tool: Tool): Promise<void> {
    if (this.#ended) {
      return;
    }
    this.giveUp();
    this.#run = { ...this.#run, tool };
    this.#tool = tool;
    await this.#replace(this.#call.pending || isHarmless(tool));
  }

  async end(reason: string): Promise<void> {
    if (this.#ended) {
      return;
    }
    this.#ended = true;
    this.#unlisten();
    if (this.#call.pending) {
      this.#showing.protocol?.cancelled(reason);
    }
    this.#call.end(reason);
    await Promise.all([retire(this.#bench.api, this.#showing, reason), this.#discard(), this.#standby.end()]);
  }

  // A document that has a change in it already is not loaded for it.
  #isNew(change: number): boolean {
    if (change <= Math.max(this.#asked, this.#showing.view?.change ?? 0)) {
      return false;
    }
    this.#asked = change;
    return true;
  }

  async #document(result: CallToolResult | undefined, known: Known): Promise<ViewAnswer> {
    const { view, tool } = await this.#documents.ask(this.#run, result, known);
    this.#tool = tool;
    return view;
  }

  async #replace(call: boolean): Promise<boolean> {
    this.#underway += 1;
    try {
      return await this.#replaceOnce(call);
    } finally {
      this.#underway -= 1;
    }
  }

  // The old document stays in sight until the new one has something to show.
  async #replaceOnce(call: boolean): Promise<boolean> {
    const turn = ++this.#replacing;
    const superseded = () => this.#ended || turn !== this.#replacing;
    const old = this.#showing;
    let next: Showing;
    void this.#discard();
    this.#surface.renewing(call);
    const snapshot = old.snapshot();
    const answer = call ? this.#call.again(this.#run) : undefined;
    const result = this.#profile.ui === "mcp-ui" && answer ? await answer : this.#call.result;
    // One that stands by is given what is to be brought back; else it is in the document.
    const standby = this.#standby.address;
    const restore = standby === undefined ? await snapshot : undefined;
    if (superseded() || (this.#profile.ui === "mcp-ui" && !result)) {
      return false;
    }
    try {
      const asked = this.#document(result, { restore, standby, tool: this.#tool });
      const [view, kept] = await Promise.all([asked, snapshot]);
      if (superseded()) {
        // A document for the frame that stands by goes with the next that it becomes.
        if (view.kind === "view" && view.write === undefined) {
          this.#documents.release(view);
        }
        return false;
      }
      if (view.kind === "none") {
        void retire(this.#bench.api, old, REPLACED);
        this.#noView(view);
        return false;
      }
      if (standby !== undefined && view.write === undefined) {
        // Something about the frame is another now, so the document has to be another, too.
        void this.#standby.dismiss();
        this.#documents.release(view);
        return await this.#replace(false);
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
    this.#surface.leave(old.frame.element);
    void retire(this.#bench.api, old, REPLACED);
    return true;
  }

  // Has a document load out of sight: where one stands by, by becoming it.
  #begin(view: ViewDocument, restore: Json | undefined): Showing {
    const standby = view.write === undefined ? undefined : this.#standby.take();
    const next = standby ?? this.#makeShowing();
    this.#next = next;
    this.#surface.prepare(next.frame.element);
    this.#makeProtocol(next, view.renderData);
    next.open(view, restore);
    deliver(this.#call, next);
    return next;
  }

  // A view that waits for its tool is as far as it gets when it has said hello.
  async #presentable(next: Showing): Promise<void> {
    const greeted = this.#call.pending ? [Promise.all([next.loaded, next.protocol?.listening()])] : [];
    await Promise.race([next.settled, ...greeted]);
    if (next.view?.dev !== true) {
      await next.drawn();
    }
  }

  // Until the new document is drawn, the old one is to be seen behind it.
  #swap(next: Showing): void {
    const old = this.#showing;
    this.#showing = next;
    this.#next = undefined;
    const held = document.activeElement === old.frame.element;
    this.#surface.swap(next.frame.element);
    if (next.view) {
      this.#surface.view(next.view, true);
    }
    this.#surface.status(...next.status);
    this.#surface.modesChanged(next.protocol?.modes() ?? []);
    this.#offer(next);
    if (held) {
      next.frame.element.focus();
      if (next.view?.dev) {
        next.dev.focus();
      }
    }
    this.#standby.soon();
  }

  #called(args: Json): void {
    // A document that is about to go hears nothing of a call that is made again.
    if (this.#replacing === 0) {
      this.#showing.protocol?.input(args);
    }
  }

  #answered(result: CallToolResult): void {
    this.#waitNoLonger();
    (this.#next ?? this.#showing).protocol?.result(result);
  }

  #failed(): void {
    this.#waitNoLonger();
    const { cancelled = "", failure } = this.#call;
    const { frame, protocol } = this.#next ?? this.#showing;
    frame.fail(failure);
    protocol?.cancelled(cancelled);
  }

  #waitNoLonger(): void {
    this.#showing.frame.answered();
    this.#next?.frame.answered();
  }

  async #discard(): Promise<void> {
    const next = this.#next;
    this.#next = undefined;
    if (next) {
      await retire(this.#bench.api, next, REPLACED);
    }
  }

  #makeShowing(stoodBy?: Showing): Showing {
    const title = `${this.#run.tool.title || this.#run.tool.name} in ${this.#profile.title}`;
    const surface = this.#surface;
    // A showing has a status before it is made; of the first one, it counts.
    let made = stoodBy;
    const inSight = () => made === this.#showing;
    const events: ShowingEvents = {
      heard: () => inSight() && surface.modesChanged(made?.protocol?.modes() ?? []),
      violation: (params) => surface.violation(params),
      stranger: (what) => surface.notice({ kind: "fault", what }),
      record: (entry) => this.#bench.record(entry),
      status: (...status) => inSight() && surface.status(...status),
      waiting: () => this.#waiting(made),
    };
    if (made) {
      made.adopt(title, events);
      return made;
    }
    made = new Showing(this.#profile.id, title, events);
    return made;
  }

  /** Shows the view; resolves to why there is none. */
  async #open(result: CallToolResult | undefined): Promise<NoView | undefined> {
    try {
      const { standby } = this.#showing;
      const view = await this.#document(result, { standby });
      if (this.#ended || this.#replacing > 0) {
        this.#documents.release(view);
        return undefined;
      }
      if (view.kind === "none") {
        if (result) {
          this.#noView(view);
        }
        return view;
      }
      if (standby !== undefined && view.write === undefined) {
        this.#openElsewhere(view);
      }
      if (this.#profile.ui === "mcp-ui" && result) {
        const protocol = this.#makeProtocol(this.#showing, view.renderData);
        protocol.input(this.#run.args);
        protocol.result(result);
      }
      this.#showing.view = view;
      this.#surface.view(view);
      this.#showing.open(view);
    } catch (error) {
      if (!this.#ended && this.#replacing === 0) {
        this.#viewFailed(error);
      }
    }
    return undefined;
  }

  // The frame that stood by can't become this view's.
  #openElsewhere(view: ViewDocument): void {
    void retire(this.#bench.api, this.#showing, UNFIT);
    const next = this.#makeShowing();
    this.#showing = next;
    this.#surface.mount(next.frame.element);
    if (this.#profile.ui !== "mcp-ui") {
      this.#makeProtocol(next, view.renderData);
      deliver(this.#call, next);
    }
  }

  #viewFailed(error: unknown): void {
    if (this.#call.anticipating) {
      return;
    }
    const problem = problemOf(error);
    this.#surface.viewFailed(problem);
    this.#showing.frame.fail(`${problem.code}: ${problem.message}`);
  }

  // A tool without a link may still bring a view in its result.
  async #withoutLink(result: CallToolResult, none: NoView): Promise<void> {
    if (holdsView(result)) {
      await this.#open(result);
    } else {
      this.#noView(none);
    }
  }

  #noView({ reason, steps }: NoView): void {
    this.#shows = false;
    const { frame } = this.#showing;
    frame.remove();
    if (frame.document !== undefined) {
      void this.#bench.api.release(frame.document).catch(() => undefined);
    }
    this.#surface.noView(reason, steps);
  }

  #waiting(showing: Showing | undefined): string {
    if (showing?.view) {
      return showing.protocol?.waiting() ?? "render data could not be sent";
    }
    return this.#call.pending && !this.#documents.asking ? TOOL_PENDING : "no view document came from the server";
  }

  #makeProtocol(showing: Showing, renderData: Json | undefined): Protocol {
    const services: SessionServices = {
      tool: () => this.#tool,
      viewTools: (tools) => {
        showing.tools = tools;
        if (showing === this.#showing) {
          this.#offer(showing);
        }
      },
      state: (state) => {
        this.#documents.kept = state;
        this.#surface.state(state);
      },
      close: () => void this.end("the view asked to close").then(() => this.#surface.closed()),
      ready: () => {
        showing.frame.ready();
        if (showing === this.#showing) {
          this.#standby.soon();
        }
      },
    };
    const protocol = this.#hosting.protocol(showing, services, renderData);
    showing.protocol = protocol;
    if (showing === this.#showing) {
      this.#surface.modesChanged(protocol.modes());
    }
    return protocol;
  }

  // The view's own tools, for the person to call.
  #offer(showing: Showing): void {
    this.#surface.viewTools(showing.tools, (name, args) => {
      const protocol = this.#ended ? undefined : this.#showing.protocol;
      return protocol?.callViewTool(name, args) ?? Promise.reject(new Error("The view is gone."));
    });
  }
}

// Only the documents of a view that is developed follow one another.
function devDocument({ view }: Showing): ViewDocument | undefined {
  return view?.dev === true ? view : undefined;
}
