// Connects a view to its host: it creates the protocol, and passes the view's requests to the card, the server or the
// session.

import { Meter } from "../../sandbox/web/meter.ts";
import type { Bench } from "./bench.ts";
import { createHost } from "../../../../view/src/host/index.ts";
import { granted } from "./frame/granted.ts";
import type { Protocol, Services, Setup } from "../../../../view/src/host/protocol.ts";
import type { HostContext } from "../../../../view/src/values/types.ts";
import { hostContext } from "./hostcontext.ts";
import { ServerProxy } from "./proxy.ts";
import type { FramedView } from "./framedview.ts";
import type { Surface } from "./surface.ts";
import type { DisplayMode, Profile, Tool, ViewDocument } from "./wire.ts";

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
    this.#proxy = new ServerProxy(bench, server, profile.id, report, (text) => surface.requestFailed(text));
  }

  /** Creates the host's side of the protocol that a document speaks. */
  protocol(framed: FramedView, session: SessionServices, { protocol, renderData }: ViewDocument): Protocol {
    const setup: Setup = {
      profile: this.#profile,
      context: () => this.context(session.tool()),
      sandbox: () => (framed.view ? granted(framed.view) : undefined),
      port: { send: (message) => framed.frame.send(message) },
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
      resize: (size) => surface.resize(size, framed.frame.element),
      log: (level, logger, data) => surface.log(level, logger, data),
      intent: (name, params) => surface.intent(name, params),
      close: () => session.close(),
      openInApp: (url) => surface.log("info", "window.openai", { setOpenInAppUrl: url.href }),
      notice: (notice) => surface.notice(notice),
      ready: () => session.ready(),
    };
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
