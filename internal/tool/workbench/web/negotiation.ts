// What a view and its host have agreed on, read from their messages.

import { advertised } from "../../../../view/src/host/capabilities.ts";
import { openaiMethods } from "../../../../view/src/host/chatgpt.ts";
import { methods } from "../../../../view/src/host/requests.ts";
import { isRecord } from "./wire.ts";
import type { Json, Profile } from "./wire.ts";

/** Whether the host has a feature: true, false, or undefined if that is not known. */
export interface Capability {
  name: string;
  known: boolean | undefined;
  /** How often the view has used it, and how often it got an error. */
  used: number;
  failed: number;
}

/** The features that a view's requests of MCP-UI need. */
const actions: Readonly<Record<string, string>> = {
  tool: "serverTools",
  prompt: "message",
  link: "openLinks",
  notify: "logging",
};

export class Negotiation {
  /** What the view asked with, and what it got as an answer. */
  #asked: Json | undefined;
  #answered: Json | undefined;
  #speaks = new Set<string>();
  readonly #used = new Map<string, { used: number; failed: number }>();
  /** The features of the requests without an answer, by their ids. */
  readonly #open = new Map<unknown, string>();
  #introduction: unknown;

  take(direction: "in" | "out", data: unknown): void {
    if (!isRecord(data)) {
      return;
    }
    if (direction === "in") {
      this.#fromView(data);
    } else if (data["type"] === "ui-message-response") {
      this.#toView(data["messageId"], member(data, "payload") ?? {});
    } else if (data["method"] === undefined && data["id"] !== undefined) {
      this.#toView(data["id"], data);
    }
  }

  /** What the view speaks, and says of itself; in the order to show it. */
  lines(): [name: string, value: string][] {
    const out: [string, string][] = [["Speaks", [...this.#speaks].join(" and ") || "nothing so far"]];
    const info = member(this.#asked, "appInfo");
    if (info) {
      out.push(["View", [info["name"], info["version"]].filter((one) => typeof one === "string").join(" ")]);
    }
    const version = this.#answered?.["protocolVersion"];
    const asked = this.#asked?.["protocolVersion"];
    if (typeof version === "string") {
      out.push(["Version", version === asked || typeof asked !== "string" ? version : `${version}, asked for ${asked}`]);
    }
    const declared = member(this.#asked, "appCapabilities") ?? member(this.#asked, "capabilities");
    if (declared) {
      const modes = declared["availableDisplayModes"];
      const names = Object.keys(declared).filter((name) => name !== "availableDisplayModes");
      out.push(["Declares", names.join(", ") || "nothing"]);
      out.push(["Its modes", Array.isArray(modes) ? modes.join(", ") : "not declared"]);
    }
    return out;
  }

  /** The features that are offered to views, and others that this view has used. */
  capabilities({ features }: Profile): Capability[] {
    const names = new Set([...advertised, ...this.#used.keys()]);
    return [...names].map((name) => ({
      name,
      known: features[name],
      used: this.#used.get(name)?.used ?? 0,
      failed: this.#used.get(name)?.failed ?? 0,
    }));
  }

  #fromView(data: Json): void {
    const method = typeof data["method"] === "string" ? data["method"] : "";
    const type = typeof data["type"] === "string" ? data["type"] : "";
    if (method === "ui/initialize" || (method === "initialize" && this.#asked === undefined)) {
      this.#asked = isRecord(data["params"]) ? data["params"] : {};
      this.#introduction = data["id"];
      this.#speaks.add("MCP Apps");
      return;
    }
    if (method.startsWith("openai/")) {
      this.#speaks.add("window.openai");
    } else if (type !== "" && data["jsonrpc"] === undefined) {
      this.#speaks.add("MCP-UI");
    }
    const feature = featureOf(method) ?? (Object.hasOwn(actions, type) ? actions[type] : undefined);
    if (feature) {
      const { used, failed } = this.#used.get(feature) ?? { used: 0, failed: 0 };
      this.#used.set(feature, { used: used + 1, failed });
      const id = data["id"] ?? data["messageId"] ?? member(data, "payload")?.["messageId"];
      if (id !== undefined) {
        this.#open.set(id, feature);
      }
    }
  }

  #toView(id: unknown, data: Json): void {
    if (id === this.#introduction && isRecord(data["result"])) {
      this.#answered = data["result"];
    }
    const feature = this.#open.get(id);
    this.#open.delete(id);
    const count = feature === undefined ? undefined : this.#used.get(feature);
    if (count && data["error"] !== undefined) {
      count.failed += 1;
    }
  }
}

function featureOf(method: string): string | undefined {
  const name = method.startsWith("openai/") ? method.slice("openai/".length) : "";
  const translation = Object.hasOwn(openaiMethods, name) ? openaiMethods[name] : undefined;
  const wanted = translation ? (translation.request ?? translation.notification ?? name) : method;
  return (translation?.feature || undefined) ?? (Object.hasOwn(methods, wanted) ? methods[wanted]?.feature : undefined);
}

function member(value: Json | undefined, name: string): Json | undefined {
  const found = value?.[name];
  return isRecord(found) ? found : undefined;
}
