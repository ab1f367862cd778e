// The resources and templates in the rail.

import { asTexts, templateSchema } from "./inputschemas.ts";
import type { Bench } from "./bench.ts";
import type { Browse } from "./browse.ts";
import { h } from "./dom.ts";
import { ArgumentsForm } from "./form.ts";
import { formatBytes } from "./format.ts";
import { listRow } from "./listrow.ts";
import { Picker } from "./picker.ts";
import type { Entry } from "./picker.ts";
import { About, goneHint, hostSelect, noEntries, partFoot, partForm, primary } from "./railpart.ts";
import type { RailPart } from "./railpart.ts";
import { Suggestions } from "./suggestions.ts";
import { expandTemplate, readTemplate } from "./template.ts";
import type { Template } from "./template.ts";
import { isRecord } from "./wire.ts";
import type { Resource, ResourceTemplate } from "./wire.ts";

export class ResourcePart implements RailPart {
  readonly list: HTMLElement;
  readonly form: HTMLElement;
  readonly foot: HTMLElement;
  readonly #bench: Bench;
  readonly #browse: Browse;
  readonly #picker = new Picker({ label: "Resources", follow: false });
  readonly #about = new About();
  readonly #values = new ArgumentsForm("Variables", "This template has no variables.");
  readonly #uri = h("input", {
    type: "text",
    class: "code",
    "aria-label": "URI",
    spellcheck: "false",
    autocomplete: "off",
    dir: "ltr",
    data: { testid: "uri" },
    on: { input: () => this.#renderButton() },
  });
  readonly #problem = h("p", { class: "field-problem", hidden: true });
  readonly #button = primary("file", "Read", "read", () => this.go());
  #chosen: { resource?: Resource; template?: ResourceTemplate } = {};
  #template: Template | undefined;

  constructor(bench: Bench, browse: Browse) {
    this.#bench = bench;
    this.#browse = browse;
    this.list = this.#picker.element;
    this.form = partForm(
      "What to read",
      this.#about.element,
      this.#values,
      this.#problem,
      h("div", { class: "uri-line" }, h("h2", { class: "rail-label" }, "URI"), this.#uri),
    );
    this.foot = partFoot(hostSelect(bench, browse), this.#values.problems, goneHint(bench), this.#button);
    this.#values.typed = () => this.#expand();
    new Suggestions(this.#values, (name, value, signal) => {
      const { [name]: _, ...known } = asTexts(this.#values.value());
      const of = { template: this.#chosen.template?.uriTemplate ?? "" };
      return bench.api.complete(bench.server.value, browse.profile.value, of, { name, value, known }, signal);
    });
    bench.lists.watch(() => this.#render());
    bench.server.changed(() => this.#choose({}));
    bench.live.changed(() => this.#renderButton());
    this.#choose({});
  }

  focusSearch(): void {
    this.#picker.focusSearch();
  }

  go(): boolean {
    const uri = this.#uri.value.trim();
    if (uri === "") {
      this.#uri.focus();
      return false;
    }
    if (!this.#bench.live.value) {
      return true;
    }
    const entry = this.#resources().find((one) => one.uri === uri);
    void this.#browse.read({ uri, entry, template: this.#chosen.template });
    return true;
  }

  #resources(): Resource[] {
    return this.#bench.lists.value.resources.entries.filter(isResource);
  }

  #render(): void {
    const { resources, templates } = this.#bench.lists.value;
    const found: Entry[] = this.#resources().map((resource) => this.#resourceEntry(resource));
    found.push(...templates.entries.filter(isTemplate).map((one) => this.#templateEntry(one)));
    const key = this.#chosen.resource?.uri ?? this.#chosen.template?.uriTemplate;
    const listing = resources.status === "ready" && !resources.supported ? templates : resources;
    this.#picker.show(found, key, noEntries(listing, "resources"));
  }

  #resourceEntry(resource: Resource): Entry {
    const { uri, name, title, description, mimeType, size } = resource;
    const about = [mimeType ?? "", typeof size === "number" ? formatBytes(size) : ""].filter((one) => one !== "");
    return {
      key: uri,
      text: `${title ?? ""} ${name} ${uri} ${mimeType ?? ""} ${description ?? ""}`,
      testid: "resource",
      title: uri,
      group: "Resources",
      row: () =>
        listRow({
          title: title || name || uri,
          name: h("bdi", {}, uri),
          badges: [uri.startsWith("ui://") && h("span", { class: "badge", data: { kind: "view" } }, "View")],
          about: about.join(" · "),
        }),
      choose: () => {
        this.#choose({ resource });
        this.go();
      },
    };
  }

  #templateEntry(template: ResourceTemplate): Entry {
    const { uriTemplate, name, title, description, mimeType } = template;
    return {
      key: uriTemplate,
      text: `${title ?? ""} ${name} ${uriTemplate} ${mimeType ?? ""} ${description ?? ""}`,
      testid: "resource-template",
      title: uriTemplate,
      group: "Templates",
      row: () =>
        listRow({ title: title || name || uriTemplate, name: h("bdi", {}, uriTemplate), about: mimeType ?? "" }),
      choose: () => {
        this.#choose({ template });
        this.form.scrollIntoView({ block: "nearest" });
      },
    };
  }

  #choose(chosen: { resource?: Resource; template?: ResourceTemplate }): void {
    this.#chosen = chosen;
    const { resource, template } = chosen;
    this.#template = template ? readTemplate(template.uriTemplate) : undefined;
    const fits = this.#template !== undefined && this.#template.problem === "";
    this.#values.hidden = this.#values.problems.hidden = !fits;
    if (fits && template) {
      this.#values.show({ name: template.uriTemplate, inputSchema: templateSchema(this.#template as Template) });
    }
    this.#problem.hidden = this.#template === undefined || fits;
    this.#problem.textContent = `The template can't be filled in here: ${this.#template?.problem ?? ""} Write the URI yourself.`;
    this.#about.show(resource?.description ?? template?.description);
    this.#uri.value = resource?.uri ?? template?.uriTemplate ?? "";
    this.#expand();
    this.#render();
  }

  #expand(): void {
    if (this.#template && this.#template.problem === "") {
      this.#uri.value = expandTemplate(this.#template, asTexts(this.#values.value()));
    }
    this.#renderButton();
  }

  #renderButton(): void {
    this.#button.disabled = this.#uri.value === "" || !this.#bench.live.value;
  }
}

function isResource(entry: unknown): entry is Resource {
  return (
    isRecord(entry) &&
    typeof entry["uri"] === "string" &&
    (entry["name"] === undefined || typeof entry["name"] === "string")
  );
}

function isTemplate(entry: unknown): entry is ResourceTemplate {
  return isRecord(entry) && typeof entry["uriTemplate"] === "string";
}
