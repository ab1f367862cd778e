// The middle of the page: the results in all selected hosts, a resource, or a prompt.

import { TextAnswer } from "./answer.ts";
import { revealErrors } from "./apperrors.ts";
import { AUTOMATIC } from "./bench.ts";
import type { Bench, Layout, Run } from "./bench.ts";
import type { Browse } from "./browse.ts";
import { HostCard } from "./card.ts";
import { fill, h, icon, segmented } from "./dom.ts";
import { busyLine, ProblemList, stopsServer } from "./problemlist.ts";
import { emptyState, failedTitle, restartButton } from "./emptystate.ts";
import { leave } from "./focus.ts";
import { scrollTailsToEnd } from "./serverlog.ts";
import { batched } from "./batch.ts";
import { problemOf } from "./api.ts";
import { later } from "./loadlater.ts";
import { problemBox } from "./problems.ts";
import type { ThemeChoice } from "./theme.ts";
import { titleOf } from "./tools.ts";
import type { Development, DevProblem, Profile } from "./wire.ts";

type Card = HostCard | TextAnswer;

export class Stage extends HTMLElement {
  readonly #bench: Bench;
  readonly #title = h("div", { class: "stage-title", tabindex: "-1" });
  readonly #browse: Browse;
  readonly #empty = h("div", { class: "empty", tabindex: "-1" });
  readonly #problemList = new ProblemList(false, () => this.#title.focus());
  readonly #trouble = h("div", { class: "stage-trouble", role: "alert", hidden: true });
  readonly #resource = h("div", { class: "papers" });
  readonly #prompt = h("div", { class: "papers" });
  readonly #layouts: HTMLElement;
  readonly #cards = h("div", { class: "cards", data: { layout: "host" } });
  readonly #byProfile = new Map<string, Card>();

  constructor(bench: Bench, browse: Browse) {
    super();
    this.#bench = bench;
    this.#browse = browse;
    const layouts = segmented<Layout>(
      "Width of the cards",
      [
        { value: "host", label: "Hosts' widths" },
        { value: "fit", label: "Side by side" },
      ],
      (layout) => (bench.layout.value = layout),
    );
    const themes = segmented<ThemeChoice>(
      "Theme of the page and the views",
      [
        { value: "system", label: "Theme of the system", icon: "monitor" },
        { value: "light", label: "Light theme", icon: "sun" },
        { value: "dark", label: "Dark theme", icon: "moon" },
      ],
      (choice) => (bench.themes.choice.value = choice),
    );
    this.#layouts = layouts.element;
    this.append(
      h(
        "header",
        { class: "stage-head" },
        this.#title,
        busyLine(bench),
        h("div", { class: "stage-tools" }, layouts.element, themes.element),
      ),
      h("div", { class: "stage-scroll" }, this.#problemList.element, this.#trouble, this.#empty, this.#cards, this.#resource, this.#prompt),
    );
    bench.layout.watch((layout) => {
      layouts.set(layout);
      this.#cards.dataset["layout"] = layout;
    });
    bench.themes.choice.watch((choice) => themes.set(choice));
    bench.run.changed((run) => run && this.#start(run));
    bench.lists.changed(() => this.#render());
    bench.tools.changed(() => this.#render());
    bench.servers.changed(() => this.#render());
    bench.server.changed(() => this.#render());
    const renderFailure = batched(() => this.#render());
    bench.printed.changed(() => bench.serverInfo()?.status === "failed" && renderFailure());
    bench.appErrors.changed(() => this.#reveal());
    browse.part.changed(() => this.#render());
    browse.reading.changed(async (asked) => {
      const loaded = await later().catch(notLoaded);
      if (asked === browse.reading.value) {
        const again = () => asked && void browse.read(asked.subject);
        fill(this.#resource, !asked ? null : loaded instanceof HTMLElement ? loaded : loaded.resourceView(bench, asked, again));
        this.#reveal();
        this.#render();
      }
    });
    browse.prompting.changed(async (asked) => {
      const loaded = await later().catch(notLoaded);
      if (asked === browse.prompting.value) {
        const again = () => asked && void browse.get(asked.subject);
        fill(this.#prompt, !asked ? null : loaded instanceof HTMLElement ? loaded : loaded.promptView(bench, asked, again));
        this.#reveal();
        this.#render();
      }
    });
    bench.busy.changed(() => this.#render());
    bench.problems.changed(() => this.#render());
    bench.onDevelopment((change) => void this.#develop(change));
    this.addEventListener("oriel-automatic", () => this.#openAutomatic());
    this.addEventListener("oriel-mode", (event) => this.#modeChanged(event));
    this.#render();
    if (bench.session.auto) {
      this.#expectRun();
    }
  }

  /** Returns cards in another display mode to inline; reports whether there were any. */
  backToInline(): boolean {
    const out = [...this.#byProfile.values()].filter(
      (card): card is HostCard => card instanceof HostCard && card.mode !== "inline",
    );
    out.forEach((card) => card.setMode("inline"));
    return out.length > 0;
  }

  /** The stage has become visible. */
  seen(): void {
    scrollTailsToEnd(this.#empty);
  }

  // Creates the cards before the first run, so that their frames load while the server is being built.
  #expectRun(): void {
    let before: Card | undefined;
    for (const profile of this.#bench.chosenProfiles()) {
      before = this.#add(profile, before);
      if (before instanceof HostCard) {
        before.expect(this.#bench.server.value);
      }
    }
  }

  #start(run: Run): void {
    this.#browse.part.value = "tools";
    this.#render();
    for (const [id, card] of this.#byProfile) {
      if (!run.profiles.some((profile) => profile.id === id)) {
        this.#byProfile.delete(id);
        void card.dismiss();
      }
    }
    let before: Card | undefined;
    for (const profile of run.profiles) {
      const card = this.#byProfile.get(profile.id) ?? this.#add(profile, before);
      before = card;
      void card.begin(run);
    }
    this.#arrange();
  }

  #arrange(): void {
    const views = [...this.#byProfile.values()].filter((card) => card instanceof HostCard).length;
    this.#cards.dataset["count"] = String(views);
    this.#cards.style.setProperty("--views", String(Math.max(1, Math.min(views, 4))));
  }

  // Runs the tool in the Automatic card, too, without a new call in the other ones.
  #openAutomatic(): void {
    const [run, profile] = [this.#bench.run.value, this.#bench.profile(AUTOMATIC)];
    if (!run || !profile) {
      return;
    }
    if (!this.#bench.chosen.value.includes(AUTOMATIC)) {
      this.#bench.toggleProfile(AUTOMATIC);
    }
    const shown = this.#byProfile.get(AUTOMATIC);
    const card = shown ?? this.#add(profile, undefined);
    if (!shown) {
      this.#arrange();
      this.#bench.keeper.add(AUTOMATIC);
      void card.begin(run);
    }
    card.scrollIntoView({ block: "nearest" });
  }

  // Moving a frame reloads it, so cards are inserted at their final position.
  #add(profile: Profile, before: Card | undefined): Card {
    const card = profile.ui === "none" ? new TextAnswer(this.#bench, profile) : new HostCard(this.#bench, profile);
    this.#byProfile.set(profile.id, card);
    if (before) {
      before.after(card);
    } else {
      this.#cards.prepend(card);
    }
    return card;
  }

  async #develop(change: Development): Promise<void> {
    const cards = [...this.#byProfile.values()];
    if (change.type !== "renew") {
      cards.forEach((card) => card instanceof HostCard && card.develop(change));
      return;
    }
    const run = this.#bench.run.value;
    if (!run || run.server !== change.server) {
      return;
    }
    cards.forEach((card) => card.serverRestarting());
    // If the tools can't be listed, run the old tool again: the call shows the error.
    const tools = await this.#bench.toolsFor(run.server, this.#bench.listingProfile()).catch(() => [run.tool]);
    const tool = tools.find((one) => one.name === run.tool.name);
    cards.forEach((card) => void card.renew(tool));
  }

  /** Scrolls to the first problem. */
  leadToProblems(): void {
    const lists = [...this.querySelectorAll<HTMLElement>(".faults")];
    const first = lists.find((one) => one.checkVisibility()) ?? lists.find((one) => one.childElementCount > 0);
    if (first) {
      first.hidden = false;
      first.scrollIntoView({ block: "nearest" });
      first.focus();
    }
  }

  // Cards show their own errors.
  #reveal(): void {
    revealErrors(this.#resource, this.#bench.appErrors.value);
    revealErrors(this.#prompt, this.#bench.appErrors.value);
  }

  #modeChanged(event: Event): void {
    const mode = (event as CustomEvent<{ mode: string }>).detail.mode;
    for (const card of this.#byProfile.values()) {
      if (mode !== "inline" && card !== event.target && card instanceof HostCard && card.mode === mode) {
        card.setMode("inline");
      }
    }
    const full = [...this.#byProfile.values()].some((card) => card instanceof HostCard && card.mode === "fullscreen");
    this.closest("oriel-page")?.toggleAttribute("data-fullscreen", full);
  }

  // Hidden parts stay in the page, because a removed frame would be reloaded.
  #render(): void {
    const part = this.#browse.part.value;
    // The result of another server is hidden until that server is selected again.
    const last = this.#bench.run.value;
    const run = last?.server === this.#bench.server.value ? last : undefined;
    const reading = this.#browse.reading.value;
    const prompting = this.#browse.prompting.value;
    const shown = { tools: run, resources: reading, prompts: prompting }[part];
    this.#cards.hidden = part !== "tools" || !run;
    this.#resource.hidden = part !== "resources";
    this.#prompt.hidden = part !== "prompts";
    this.#layouts.hidden = part !== "tools";
    this.#empty.hidden = shown !== undefined;
    const focused = this.#empty.contains(document.activeElement);
    fill(this.#empty, ...(shown ? [] : emptyState(this.#bench, this.#browse)));
    if (focused && !shown) {
      (this.#empty.querySelector<HTMLElement>("button") ?? this.#empty).focus();
    }
    scrollTailsToEnd(this.#empty);
    const cards = shown !== undefined && part === "tools" ? [...this.#byProfile.values()] : [];
    const told = (one: DevProblem) => cards.some((card) => card instanceof HostCard && card.shows(one));
    const problems = this.#bench.problems.value;
    this.#problemList.show(problems.filter((one) => !told(one)));
    // The reason is shown already, or the server will start soon.
    const known = this.#bench.busy.value !== "" || problems.some(stopsServer);
    this.#renderTrouble(shown !== undefined && !known);
    if (part === "tools") {
      this.#renderTitle(run);
    } else {
      const name = part === "resources" ? "Resources" : "Prompts";
      fill(this.#title, h("span", { class: "stage-name" }, name));
    }
  }

  // Shows a failure of the server above its visible results.
  #renderTrouble(shown: boolean): void {
    const info = this.#bench.serverInfo();
    const failed = shown && info?.status === "failed";
    if (this.#trouble.hidden && !failed) {
      return;
    }
    if (!failed) {
      leave(this.#trouble, this.#title);
    }
    this.#trouble.hidden = !failed;
    const text = info ? `${failedTitle(info)}: ${info.reason ?? ""}` : "";
    if (!failed || this.#trouble.dataset["text"] === text) {
      return;
    }
    this.#trouble.dataset["text"] = text;
    leave(this.#trouble, this.#title);
    fill(
      this.#trouble,
      icon("alert"),
      h("span", { class: "stage-trouble-words" }, text),
      restartButton(this.#bench, info),
    );
  }

  #renderTitle(run: Run | undefined): void {
    if (!run) {
      fill(this.#title, h("span", { class: "stage-name" }, "Workbench"));
      return;
    }
    const args = Object.entries(run.args).map(
      ([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
    );
    // The tool may have another title since the run.
    const tool = this.#bench.tools.value.tools.find(({ name }) => name === run.tool.name) ?? run.tool;
    fill(
      this.#title,
      h("span", { class: "stage-name", dir: "auto", title: titleOf(tool) }, titleOf(tool)),
      h("span", { class: "stage-args", dir: "auto", title: args.join("\n") }, args.join(" · ")),
    );
  }
}

customElements.define("oriel-stage", Stage);

function notLoaded(error: unknown): HTMLElement {
  const { message } = problemOf(error);
  return problemBox("This can't be shown", message, "");
}
