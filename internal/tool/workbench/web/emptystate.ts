// The content of the stage while nothing was run or read.

import type { Bench, Listing } from "./bench.ts";
import type { Browse, Part } from "./browse.ts";
import { h, icon } from "./dom.ts";
import type { IconName } from "./dom.ts";
import { counted, quoted } from "./format.ts";
import { stopsServer } from "./problemlist.ts";
import { skeleton } from "./problems.ts";
import { refusesAccess, restart } from "./server.ts";
import { addressLine, logTail } from "./serverlog.ts";
import { signInButton } from "./signin.ts";
import { viewOf } from "./wire.ts";
import type { ServerInfo, Tool } from "./wire.ts";

const TAIL_LINES = 20;

type Words = [name: IconName, title: string, text: string];

export function emptyState(bench: Bench, browse: Browse): HTMLElement[] {
  const info = bench.serverInfo();
  const part = browse.part.value;
  const name = info ? quoted(info.title || info.id) : "The server";
  if (info?.status !== "ready" && bench.busy.value !== "") {
    return underWay(`${bench.busy.value}…`, `${name} starts as soon as that is done.`);
  }
  if (info?.status !== "ready" && bench.problems.value.some(stopsServer)) {
    return [art("alert"), h("h2", {}, `${name} is not running`), h("p", {}, "It starts when the problem above is fixed.")];
  }
  if (info?.status === "failed") {
    return failure(bench, info);
  }
  const [drawing, title, text] = words(bench, part, name);
  return [art(drawing), h("h2", {}, title), h("p", {}, text)];
}

/** "Almanac did not start", "has stopped" if it has run before; over HTTP, "refuses access" or "can't be reached". */
export function failedTitle(info: ServerInfo): string {
  const away = info.signIn.status === "needed" ? "needs a sign-in" : refusesAccess(info) ? "refuses access" : "can't be reached";
  const what = info.transport !== "stdio" ? away : info.protocol ? "has stopped" : "did not start";
  return `${quoted(info.title || info.id)} ${what}`;
}

export function restartButton(bench: Bench, info: ServerInfo): HTMLButtonElement {
  return h(
    "button",
    { type: "button", class: "button primary", data: { testid: "restart" }, on: { click: () => void restart(bench) } },
    info.transport === "stdio" ? "Restart" : "Reconnect",
  );
}

function failure(bench: Bench, info: ServerInfo): HTMLElement[] {
  const tail = logTail(bench.printed.value, info.id, TAIL_LINES);
  const address = addressLine(info);
  return [
    art("alert"),
    h("h2", {}, failedTitle(info)),
    h("p", { class: "empty-reason", dir: "auto" }, info.reason || "It gave no reason; look at the terminal."),
    ...(address ? [address] : []),
    ...(tail ? [h("h3", { class: "empty-label" }, "The last lines it printed"), tail] : []),
    h(
      "div",
      { class: "empty-buttons" },
      ...(info.signIn.status === "needed" ? [signInButton(bench, info.id, "Sign in")] : []),
      restartButton(bench, info),
    ),
  ];
}

/** Shown in the place of the first view while the server is built. */
function underWay(title: string, text: string): HTMLElement[] {
  return [
    h("div", { class: "underway", "aria-hidden": "true" }, skeleton()),
    h("h2", { data: { testid: "under-way" } }, title),
    h("p", {}, text),
  ];
}

function art(name: IconName): HTMLElement {
  return h("div", { class: "empty-art", data: { kind: name }, "aria-hidden": "true" }, icon(name));
}

function words(bench: Bench, part: Part, name: string): Words {
  const { tools, resources, templates, prompts } = bench.lists.value;
  const listing = { tools, resources, prompts }[part];
  switch (listing.status) {
    case "none":
      return ["window", "No server yet", "What it offers is shown on the left as soon as oriel has started it."];
    case "failed":
      return ["alert", `${name} can't list its ${part}`, listing.reason || "The timeline below shows what it said."];
    case "loading":
      return ["window", `Waiting for ${name}`, "It is starting."];
    default:
  }
  switch (part) {
    case "resources":
      return resourceWords(name, resources, templates);
    case "prompts":
      return promptWords(name, prompts);
    default:
      return toolWords(name, tools.entries as Tool[]);
  }
}

function toolWords(name: string, tools: Tool[]): Words {
  if (tools.length === 0) {
    return ["tool", `${name} has no tools`, "An app made with Oriel gets them by oriel.AddTool."];
  }
  const views = tools.filter((tool) => viewOf(tool)).length;
  return [
    "play",
    "Nothing run yet",
    `${counted(tools.length, "tool")}, ${views} with a view. Choose one, check its arguments, and press Run.`,
  ];
}

function resourceWords(name: string, resources: Listing, templates: Listing): Words {
  const [count, patterns] = [resources.entries.length, templates.entries.length];
  if (count + patterns === 0) {
    return resources.supported || templates.supported
      ? ["file", `${name} has no resources`, "It could list some, but lists none."]
      : [
          "file",
          `${name} does not offer resources`,
          "It did not declare any, but you can try to read a URI.",
        ];
  }
  return [
    "file",
    "Nothing read yet",
    `${counted(count, "resource")} and ${counted(patterns, "template")}. Choose one to read it; a template asks for its variables first.`,
  ];
}

function promptWords(name: string, { entries, supported }: Listing): Words {
  if (entries.length === 0) {
    return supported
      ? ["chat", `${name} has no prompts`, "It could list some, but lists none."]
      : ["chat", `${name} does not offer prompts`, "It did not declare any."];
  }
  return [
    "chat",
    "No prompt yet",
    `${counted(entries.length, "prompt")}. Choose one, fill in its arguments, and press Get.`,
  ];
}
