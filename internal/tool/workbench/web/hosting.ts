// The host that a view is in: its protocol, and who does what the view asks for, which
// is the card, the server, or the session that shows the view.

import { Meter } from "../../sandbox/web/meter.ts";
import type { Bench } from "./bench.ts";
import { ChatGptHost } from "./host/chatgpt.ts";
import { granted } from "./host/granted.ts";
import { McpAppsHost } from "./host/mcpapps.ts";
import { McpUiHost } from "./host/mcpui.ts";
import type { Protocol, Services, Setup } from "./host/protocol.ts";
import { ServerProxy } from "./proxy.ts";
import type { Showing } from "./showing.ts";
import type { Surface } from "./surface.ts";
import type { DisplayMode, Json, Profile, Tool } from "./wire.ts";

// Each change of the display mode lays the whole page out anew.
const MODE_RATE = { perSecond: 0.5, burst: 8 };

/** What the session that shows a view does for it. */
export interface SessionServices extends Pick<Services, "viewTools" | "state" | "close" | "ready"> {
  /** The tool as this host was told it. */
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
    this.#proxy = new ServerProxy(bench, server, profile.id, (what) => surface.notice({ kind: "refused", what }));
  }

  /** The protocol for a document, with what comes beside the document for MCP-UI. */
  protocol(showing: Showing, session: SessionServices, renderData: Json | undefined): Protocol {
    const setup: Setup = {
      profile: this.#profile,
      tool: () => session.tool(),
      sandbox: () => (showing.view ? granted(showing.view) : undefined),
      version: this.#version,
      port: { send: (message) => showing.frame.send(message) },
      services: this.#services(showing, session),
      surroundings: this.#surface.surroundings(),
    };
    switch (this.#profile.ui) {
      case "mcp-ui":
        return new McpUiHost(setup, renderData);
      case "chatgpt":
        return new ChatGptHost(setup);
      default:
        return new McpAppsHost(setup);
    }
  }

  #services(showing: Showing, session: SessionServices): Services {
    const surface = this.#surface;
    // What a view asks of the person ends with it at the latest, however it ends.
    const whileThere = (signal: AbortSignal) => AbortSignal.any([signal, showing.gone.signal]);
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
      resize: (size) => surface.resize(size, showing.frame.element),
      log: (level, logger, data) => surface.log(level, logger, data),
      intent: (name, params) => surface.intent(name, params),
      close: () => session.close(),
      notice: (notice) => surface.notice(notice),
      ready: () => session.ready(),
    };
  }

  #setMode(mode: DisplayMode): DisplayMode {
    const now = this.#surface.surroundings().displayMode;
    if (mode === now || this.#turns.take(1, performance.now())) {
      return this.#surface.setMode(mode);
    }
    this.#surface.notice({ kind: "fault", what: "asks for one display mode after the other; it keeps the one it has" });
    return now;
  }
}
