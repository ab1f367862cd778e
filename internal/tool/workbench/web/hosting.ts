// Connects a view to its host: it creates the protocol, and passes the view's requests to the card, the server or the
// session.

import { Meter } from "../../sandbox/web/meter.ts";
import type { Bench } from "./bench.ts";
import { createHost } from "../../../../view/src/host/index.ts";
import { granted } from "./frame/granted.ts";
import { INVALID_PARAMS, INVALID_REQUEST } from "../../../../view/src/host/jsonrpc.ts";
import type { Protocol, Services, Setup } from "../../../../view/src/host/protocol.ts";
import type { HostContext } from "../../../../view/src/values/types.ts";
import { hostContext } from "./hostcontext.ts";
import { ServerProxy } from "./proxy.ts";
import type { FramedView } from "./framedview.ts";
import type { Surface } from "./surface.ts";
import { isRecord } from "./wire.ts";
import type { DisplayMode, Json, Profile, Tool, ViewDocument } from "./wire.ts";

// Each change of the display mode causes a new layout of the whole page.
const MODE_RATE = { perSecond: 0.5, burst: 8 };

/** The services that the session provides. */
export interface SessionServices extends Required<Pick<Services, "viewTools" | "state" | "close" | "ready">> {
  /** The tool as this host sees it. */
  tool(): Tool;
}

export class Hosting {
  readonly #version: string;
  readonly #profile: Profile;
  readonly #surface: Surface;
  readonly #proxy: ServerProxy;
  readonly #turns = new Meter(MODE_RATE, performance.now());

  constructor(bench: Bench, server: string, profile: Profile, surface: Surface) {
    this.#version = bench.session.version;
    this.#profile = profile;
    this.#surface = surface;
    const report = (what: string) => surface.notice({ kind: "refused", what });
    this.#proxy = new ServerProxy(bench, server, profile.id, report, (text) => surface.requestFailed(text), (question, signal) =>
      surface.serverAsks(question, signal),
    );
  }

  /** Creates the host's side of the protocol that a document speaks. */
  protocol(framed: FramedView, session: SessionServices, { protocol, renderData }: ViewDocument): Protocol {
    const setup: Setup = {
      profile: this.#profile,
      context: () => this.context(session.tool()),
      sandbox: () => (framed.view ? granted(framed.view) : undefined),
      port: {
        send: (message) => {
          this.#noteRefusal(framed, message);
          framed.frame.send(message);
        },
      },
      services: this.#services(framed, session),
    };
    return createHost(protocol, setup, renderData);
  }

  /** What the host says about the view's surroundings now. */
  context(tool: Tool): HostContext {
    return hostContext(this.#profile, tool, this.#surface.surroundings(), this.#version);
  }

  #services(framed: FramedView, session: SessionServices): Services {
    const surface = this.#surface;
    // A view's questions to the person end when the view is removed.
    const whileThere = (signal: AbortSignal) => AbortSignal.any([signal, framed.gone.signal]);
    return {
      callTool: (name, args, options) => this.#proxy.call(name, args, options),
      readResource: (uri, options) => this.#proxy.read(uri, options),
      list: (name, signal) => this.#proxy.list(name, signal),
      sampling: (request, signal) => surface.sampling(request, whileThere(signal)),
      download: (files, signal) => surface.download(files, whileThere(signal)),
      viewTools: (tools) => session.viewTools(tools),
      openLink: (url, signal) => surface.openLink(url, whileThere(signal)),
      message: (content) => surface.message(content),
      modelContext: (context) => surface.modelContext(context),
      state: (state) => session.state(state),
      displayMode: (mode) => this.#setMode(mode),
      resize: (size) => {
        if (surface.resize(size, framed.frame.element) === "loop") {
          const text = "Each change of the frame's height makes the view request another one";
          const fix = "Don't compute the view's height from the frame's height.";
          framed.frame.health.happened({ level: "broken", kind: "resize", text, fix });
        }
      },
      log: (level, logger, data) => surface.log(level, logger, data),
      intent: (name, params) => surface.intent(name, params),
      close: () => session.close(),
      openInApp: (url) => surface.log("info", "window.openai", { setOpenInAppUrl: url.href }),
      notice: (notice) => {
        if (notice.kind === "fault") {
          framed.frame.health.happened({ level: "warning", kind: "message", text: `The view ${notice.what}` });
        }
        surface.notice(notice);
      },
      ready: () => session.ready(),
    };
  }

  // An answer that says that a request was not of the right form.
  #noteRefusal({ frame }: FramedView, message: Json): void {
    const error = message["error"];
    if (isRecord(error) && (error["code"] === INVALID_PARAMS || error["code"] === INVALID_REQUEST)) {
      const text = `A request of the view is malformed: ${String(error["message"])}`;
      frame.health.happened({ level: "warning", kind: "message", text });
    }
  }

  #setMode(mode: DisplayMode): DisplayMode {
    const now = this.#surface.surroundings().displayMode;
    if (mode === now || this.#turns.take(1, performance.now())) {
      return this.#surface.setMode(mode);
    }
    this.#surface.notice({ kind: "fault", what: "changes the display mode too often; the change was ignored" });
    return now;
  }
}
