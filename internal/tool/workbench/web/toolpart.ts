// The tools in the rail: the selected tool, its arguments, and the hosts to run it in.

import type { Bench } from "./bench.ts";
import { h } from "./dom.ts";
import { ArgumentsForm } from "./form.ts";
import { HostChips } from "./hostchips.ts";
import { About, goneHint, partFoot, partForm, primary, runOption } from "./railpart.ts";
import type { RailPart } from "./railpart.ts";
import type { Streaming } from "./start.ts";
import { ToolPicker } from "./tools.ts";
import { isRecord } from "./wire.ts";
import type { Json } from "./wire.ts";

const STREAM_KEY = "oriel-stream";
const DRAFT_KEY = "oriel-arguments";
/** Pixels of the form that are in sight when a tool is chosen. */
const FORM_ROOM = 330;

export class ToolPart implements RailPart {
  readonly list: ToolPicker;
  readonly form: HTMLElement;
  readonly foot: HTMLElement;
  readonly #bench: Bench;
  readonly #args = new ArgumentsForm();
  readonly #about = new About();
  readonly #hint = h("p", { class: "run-hint", hidden: true });
  readonly #stream = runOption("Write arguments as a model does", "stream", (on) =>
    sessionStorage.setItem(STREAM_KEY, on ? "1" : ""),
  );
  readonly #button = primary("play", "Run", "run", () => this.go());
  /** How to write the arguments while the switch is on. */
  readonly #streamed: Streaming;
  #firstArgs: Json | undefined;

  constructor(bench: Bench, stream: Streaming) {
    this.#bench = bench;
    this.#streamed = stream || true;
    this.list = new ToolPicker(bench);
    this.form = partForm("Arguments", this.#about.element, this.#args, this.#stream.element);
    this.foot = partFoot(
      h("h2", { class: "rail-label" }, "Hosts"),
      new HostChips(bench).element,
      this.#hint,
      this.#args.problems,
      goneHint(bench),
      this.#button,
    );
    this.#stream.input.checked = stream !== false || sessionStorage.getItem(STREAM_KEY) === "1";
    this.#stream.element.title =
      "The view gets the arguments piece by piece before the call, the way a model writes them";
    this.#args.send = (args) => this.runWith(args);
    // The same name may be another tool on another server.
    bench.server.changed(() => (bench.tool.value = undefined));
    addEventListener("pagehide", () => this.#keepDraft());
    bench.tool.watch(() => this.#toolChanged());
    bench.chosen.watch(() => this.#renderRun());
    bench.run.changed(() => this.#renderRun());
    bench.live.changed(() => this.#renderRun());
  }

  focusSearch(): void {
    this.list.focusSearch();
  }

  /** Chooses a tool and fills in its arguments. */
  choose(name: string, args: Json | undefined): boolean {
    const tool = this.#bench.tools.value.tools.find((one) => one.name === name);
    if (!tool) {
      return false;
    }
    this.#firstArgs = args;
    if (this.#bench.tool.value === tool) {
      this.#toolChanged();
    } else {
      this.#bench.tool.value = tool;
    }
    return true;
  }

  /** Chooses the tool of this server whose arguments were in the form when the page was reloaded; false without one. */
  chooseDraft(): boolean {
    const draft: unknown = JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? "null");
    const same = isRecord(draft) && draft["page"] === location.href && draft["server"] === this.#bench.server.value;
    if (!same || !isRecord(draft["args"])) {
      return false;
    }
    return this.choose(String(draft["tool"]), draft["args"]);
  }

  /** Runs the tool with the form's arguments; false if they are invalid. With allowed, no host asks for confirmation. */
  go(allowed = false): boolean {
    if (!this.#canRun()) {
      return true;
    }
    const args = this.#args.submit();
    if (!args) {
      this.#bench.announcement.value = "The arguments need attention.";
      return false;
    }
    this.runWith(args, allowed);
    return true;
  }

  /** Runs the tool with these arguments, without checking them. */
  runWith(args: Json, allowed = false): void {
    const tool = this.#bench.tool.value;
    if (tool && this.#canRun()) {
      this.#bench.start(tool, args, { stream: this.#stream.input.checked && this.#streamed, allowed });
    }
  }

  // The run of the page is kept elsewhere. These arguments may differ from its.
  #keepDraft(): void {
    const { server, tool } = this.#bench;
    const draft = { page: location.href, server: server.value, tool: tool.value?.name, args: this.#args.value() };
    sessionStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
  }

  // Scrolls the rail, as little as possible, so that there is room for the form.
  #bringForm(): void {
    const rail = this.form.closest(".rail-scroll");
    if (rail && this.form.checkVisibility()) {
      const room = rail.getBoundingClientRect().bottom - this.form.getBoundingClientRect().top;
      rail.scrollTop += Math.max(0, Math.min(this.form.offsetHeight, FORM_ROOM) - room);
    }
  }

  #canRun(): boolean {
    const { tool, chosen, live } = this.#bench;
    return tool.value !== undefined && chosen.value.length > 0 && live.value;
  }

  #toolChanged(): void {
    const tool = this.#bench.tool.value;
    this.#args.show(tool, this.#firstArgs);
    this.#firstArgs = undefined;
    this.#about.show(tool?.description);
    this.#args.hidden = !tool;
    this.form.toggleAttribute("data-empty", !tool);
    this.#renderRun();
    requestAnimationFrame(() => this.#bringForm());
  }

  #renderRun(): void {
    const tool = this.#bench.tool.value;
    const hosts = this.#bench.chosen.value.length;
    this.#button.disabled = !this.#canRun();
    const changes = tool !== undefined && tool.annotations?.readOnlyHint !== true && hosts > 1;
    const pending = this.#hostsPending();
    this.#button.toggleAttribute("data-pending", pending);
    const hints = [
      pending ? "The hosts have changed since the run; Run applies it." : "",
      changes ? `The tool is not declared as read-only; it will be called ${hosts} times, once per host.` : "",
    ].filter((one) => one !== "");
    this.#hint.hidden = hints.length === 0;
    this.#hint.textContent = hints.join(" ");
  }

  // Whether the selected hosts differ from those of the visible cards. Selecting a host does not run the tool, because it
  // may change something.
  #hostsPending(): boolean {
    const shown = this.#bench.run.value?.profiles.map((one) => one.id);
    const chosen = this.#bench.chosen.value;
    return shown !== undefined && (shown.length !== chosen.length || !chosen.every((id) => shown.includes(id)));
  }
}
