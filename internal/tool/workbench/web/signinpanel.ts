// All that happened in a sign-in: each request, what the specification wants of it, and whose fault a failure is.

import type { Bench } from "./bench.ts";
import { sentence } from "./bench.ts";
import { fill, h, icon, uniqueId } from "./dom.ts";
import type { IconName } from "./dom.ts";
import { formatMs } from "./format.ts";
import { signIn } from "./signin.ts";
import type { SignIn, SignInClient } from "./wire.ts";

type Step = SignIn["steps"][number];

const marks: Record<Step["verdict"], [name: IconName, label: string]> = {
  ok: ["check", "Passed"],
  failed: ["alert", "Failed"],
  absent: ["minus", "Not there"],
  waiting: ["pause", "Waits"],
};
const ways: Record<SignIn["hosts"][number]["how"], string> = {
  document: "is known by its metadata document",
  dynamic: "registers itself",
  byHand: "needs a client that is registered by hand",
  "": "can’t sign in",
};
const parties: Record<string, string> = {
  server: "The server has to change",
  provider: "The provider has to change",
  workbench: "The workbench",
  user: "You",
};

export class SignInPanel {
  readonly element: HTMLElement;
  readonly #bench: Bench;
  readonly #facts = h("dl", { class: "signin-facts" });
  readonly #link = h("p", { class: "quiet signin-link", hidden: true });
  readonly #steps = h("ol", { class: "signin-steps", data: { testid: "signin-steps" } });
  readonly #fields: Record<keyof SignInClient, ReturnType<typeof field>> = {
    clientId: field("Client ID", "registered, or https://…/client.json"),
    clientSecret: field("Client secret", ""),
    redirect: field("Redirect address", "http://127.0.0.1:8765/callback"),
    scope: field("Scopes", "what the server asks for"),
  };
  readonly #hosts = h("ul", { class: "signin-hosts" });
  readonly #inHosts = h(
    "details",
    { class: "unfolds signin-own", hidden: true, data: { testid: "signin-hosts" } },
    h("summary", {}, "The sign-in in hosts", icon("chevron")),
    this.#hosts,
  );
  #shown = "";
  #server = "";

  constructor(bench: Bench) {
    this.#bench = bench;
    this.#fields.clientSecret.input.type = "password";
    this.element = h(
      "div",
      { class: "signin-panel" },
      this.#facts,
      this.#link,
      this.#steps,
      this.#inHosts,
      h(
        "details",
        { class: "unfolds signin-own" },
        h("summary", {}, "Sign in as a client of your own", icon("chevron")),
        h(
          "form",
          { class: "signin-form", autocomplete: "off", on: { submit: (event) => this.#submit(event) } },
          ...Object.values(this.#fields).map(({ element }) => element),
          h("button", { type: "submit", class: "button small" }, "Sign in"),
        ),
      ),
    );
  }

  /** Shows the sign-in of a server. */
  async show(server: string): Promise<void> {
    if (server !== this.#server) {
      this.#clear(); // a client's secret is for one server
    }
    this.#server = server;
    try {
      const answer = await this.#bench.api.signInState(server);
      if (server === this.#server) {
        this.#render(answer);
      }
    } catch (error) {
      this.#bench.showProblem(sentence(error));
    }
  }

  #submit(event: Event): void {
    event.preventDefault();
    const { clientId, clientSecret, redirect, scope } = this.#fields;
    void signIn(this.#bench, this.#server, {
      clientId: clientId.input.value,
      clientSecret: clientSecret.input.value,
      redirect: redirect.input.value,
      scope: scope.input.value,
    });
    this.#clear();
  }

  #clear(): void {
    for (const { input } of Object.values(this.#fields)) {
      input.value = "";
    }
  }

  #render(answer: SignIn): void {
    const text = JSON.stringify([this.#server, answer]);
    if (text === this.#shown) {
      return;
    }
    this.#shown = text;
    fill(this.#facts, ...facts(answer).flatMap(([name, value]) => [h("dt", {}, name), h("dd", { dir: "auto" }, value)]));
    this.#link.hidden = answer.address === "";
    fill(
      this.#link,
      "If no window has opened, ",
      h("a", { href: answer.address || "#", target: "_blank", rel: "noopener noreferrer", data: { testid: "signin-address" } }, "open the provider’s page"),
      ".",
    );
    fill(this.#steps, ...answer.steps.map(stepItem));
    this.#inHosts.hidden = answer.hosts.length === 0;
    fill(this.#hosts, ...answer.hosts.map(hostItem));
  }
}

function facts(answer: SignIn): [string, string][] {
  const { status, issuer, scopes, expires, registered } = answer;
  if (status === "header") {
    return [["Status", "The Authorization header of the settings is sent."]];
  }
  if (status === "none" && answer.steps.length === 0) {
    return [["Status", "The server has not asked for a sign-in."]];
  }
  const signedIn = status === "signedIn";
  const all: [string, string][] = [
    ["User", signedIn ? answer.subject || "not known: the token is no JWT" : ""],
    ["Scopes", signedIn ? scopes.join(" ") || "none" : ""],
    ["Until", signedIn && expires > 0 ? new Date(expires).toLocaleTimeString() : ""],
    ["Provider", issuer],
    ["Client", registered],
  ];
  return all.filter(([, value]) => value !== "");
}

function hostItem({ title, how, document, redirects, reasons }: SignIn["hosts"][number]): HTMLElement {
  const code = (address: string) => h("code", { class: "signin-request", dir: "ltr", title: address }, address);
  return h(
    "li",
    { data: { how } },
    h("span", {}, h("b", {}, title), ` ${ways[how]}.`),
    document ? code(document) : null,
    h("span", { class: "quiet" }, "The provider has to accept the redirect address"),
    ...redirects.map(code),
    reasons.length > 0 ? h("span", { class: "quiet" }, reasons.join(" ")) : null,
  );
}

function stepItem({ what, request, status, wants, section, verdict, fault, problem, fix, durationMs }: Step): HTMLElement {
  const [name, label] = marks[verdict];
  return h(
    "li",
    { class: "signin-step", data: { verdict } },
    h("span", { class: "signin-mark", title: label }, icon(name), h("span", { class: "unseen" }, label)),
    h(
      "details",
      { class: "signin-what", open: verdict === "failed" || verdict === "waiting" },
      h(
        "summary",
        {},
        h("span", { class: "signin-title" }, what),
        status > 0 ? h("span", { class: "signin-status" }, String(status)) : null,
        durationMs > 0 ? h("span", { class: "signin-status" }, formatMs(durationMs)) : null,
        request ? h("code", { class: "signin-request", dir: "ltr", title: request }, request) : null,
      ),
      problem ? h("p", { class: verdict === "failed" ? "problem" : "quiet" }, fault ? h("b", {}, `${parties[fault] ?? fault}: `) : null, problem) : null,
      fix ? h("p", { class: "quiet" }, fix) : null,
      wants ? h("p", { class: "quiet signin-wants" }, `Wanted: ${wants}. `, h("span", {}, section)) : null,
    ),
  );
}

function field(label: string, placeholder: string): { element: HTMLElement; input: HTMLInputElement } {
  const id = uniqueId("signin");
  const input = h("input", { id, type: "text", placeholder, spellcheck: "false", autocomplete: "off" });
  return { element: h("label", { for: id }, h("span", { class: "rail-label" }, label), input), input };
}
