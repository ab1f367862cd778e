// The sign-in at a server: who is signed in, and how to sign in or out.

import type { Bench } from "./bench.ts";
import { sentence } from "./bench.ts";
import { fill, h } from "./dom.ts";
import type { Profile, ServerInfo, SignIn, SignInClient } from "./wire.ts";

/** The line of the server with its sign-in; it is hidden if there is nothing to do or to know. */
export class SignInLine {
  readonly element = h("div", { class: "server-line signin-line", data: { testid: "signin" }, hidden: true });
  readonly #bench: Bench;
  #shown = "";

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  render(info: ServerInfo): void {
    const { status, subject, missing } = info.signIn;
    this.element.hidden = status === "none" || status === "header";
    const says = JSON.stringify([info.id, status, subject, missing]);
    if (says === this.#shown) {
      return;
    }
    this.#shown = says;
    const focused = this.element.contains(document.activeElement);
    this.element.dataset["status"] = status;
    fill(this.element, h("span", { class: "signin-words", role: "status" }, ...words(info)), ...buttons(this.#bench, info));
    if (focused) {
      this.element.querySelector("button")?.focus();
    }
  }
}

function words({ signIn: { status, subject, missing } }: ServerInfo): (Node | string)[] {
  const who = h("b", { class: "one-line", dir: "auto", title: subject }, subject || "a user");
  switch (status) {
    case "needed":
      return ["Needs a sign-in"];
    case "started":
      return ["Signing in…"];
    case "signedIn":
      return [
        h("span", { class: "signin-who" }, "Signed in as ", who),
        ...(missing.length > 0 ? [h("span", { class: "signin-missing" }, `Needs ${missing.join(" ")}`)] : []),
      ];
    default:
      return [];
  }
}

function buttons(bench: Bench, { id, signIn: { status, missing } }: ServerInfo): HTMLElement[] {
  const out = button("Sign out", "sign-out", () => bench.api.signOut(id).catch(report(bench)));
  switch (status) {
    case "needed":
      return [signInButton(bench, id, "Sign in")];
    case "started":
      return [button("Cancel", "sign-in-cancel", () => bench.api.cancelSignIn(id).catch(report(bench)))];
    case "signedIn":
      return missing.length > 0 ? [signInButton(bench, id, "Grant"), out] : [out];
    default:
      return [];
  }
}

function button(label: string, id: string, act: () => Promise<unknown>, kind = " small"): HTMLButtonElement {
  return h("button", { type: "button", class: `button${kind}`, data: { testid: id }, on: { click: () => void act() } }, label);
}

export function signInButton(bench: Bench, server: string, label: string): HTMLButtonElement {
  return button(label, "sign-in", () => signIn(bench, server), " primary small");
}

function report(bench: Bench): (error: unknown) => void {
  return (error) => bench.showProblem(sentence(error));
}

/** Starts a sign-in and opens the page of the provider. Returns what is known of it then; errors are shown. */
export async function signIn(bench: Bench, server: string, client: SignInClient = {}): Promise<SignIn | undefined> {
  // Browsers open windows only during a click, when the address is not known yet.
  const opened = window.open("", "_blank");
  const answer = await bench.api.signIn(server, client).catch(report(bench));
  if (!opened) {
    return answer ?? undefined; // the panel has a link
  }
  if (answer && answer.address !== "") {
    opened.opener = null;
    opened.location.replace(answer.address);
  } else {
    opened.close();
  }
  return answer ?? undefined;
}

/** What a host does with a result that asks for a sign-in, and the label of the button. */
export function signInByResult({ title, ui, signInOn }: Profile): [text: string, label: string] {
  if (ui === "auto") {
    return ["Some hosts show their sign-in here.", "Sign in"];
  }
  if (signInOn.includes("result")) {
    return [`${title} shows its sign-in here.`, "Sign in"];
  }
  return [
    signInOn.length > 0
      ? `${title} asks for a sign-in when the answer has HTTP status ${signInOn.join(" or ")}, and not because of this result.`
      : `It is not known whether ${title} asks for a sign-in because of a result.`,
    "Sign in all the same",
  ];
}

/** What a host does in the place of a view that needs a sign-in, in one line. */
export function signInBox(bench: Bench, server: string, text: string, label: string): HTMLElement {
  return h("div", { class: "notice-box signin-box", data: { testid: "card-signin" } }, h("p", {}, text), signInButton(bench, server, label));
}
