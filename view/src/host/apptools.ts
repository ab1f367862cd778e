// The tools that a view itself offers to its host, as in the draft of MCP Apps.

import type { CallToolResult, ContentBlock, Json, Tool } from "./types.ts";
import { isRecord } from "./types.ts";
import type { ViewRequests } from "./viewrequests.ts";
import { RequestTimeout } from "./viewrequests.ts";
import { messageSize } from "./messagesize.ts";
import type { Services } from "./protocol.ts";

// Limits that the draft recommends.
const MOST_TOOLS = 50;
const ANSWER_MS = 30_000;
const LARGEST_ANSWER = 10 * 1024 * 1024;

const LONGEST_NAME = 256;
const PING_MS = 1000;
/** The minimum time between two requests for the list, in case a view changes its tools all the time. */
const PAUSE_MS = 250;

export class AppTools {
  readonly #requests: ViewRequests;
  readonly #services: Pick<Services, "viewTools" | "notice">;
  #offered = false;
  #generation = 0;
  #listing = false;
  #refreshAgain = false;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(requests: ViewRequests, services: Pick<Services, "viewTools" | "notice">) {
    this.#requests = requests;
    this.#services = services;
  }

  /** Starts listing the view's tools, because the view has declared that it has some. */
  begin(): void {
    if (!this.#services.viewTools) {
      return;
    }
    this.#offered = true;
    this.refresh();
  }

  /** Forgets the tools, because the view is gone or was reloaded. */
  end(): void {
    this.#generation += 1;
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#listing = false;
    this.#refreshAgain = false;
    if (this.#offered) {
      this.#offered = false;
      this.#services.viewTools?.(undefined);
    }
  }

  /** Lists the tools again. Calls in quick succession are combined. */
  refresh(): void {
    if (!this.#offered) {
      return;
    }
    if (this.#listing || this.#pause !== undefined) {
      this.#refreshAgain = true;
      return;
    }
    this.#listing = true;
    void this.#refresh(this.#generation);
  }

  async call(name: string, args: Json): Promise<CallToolResult> {
    if (!this.#offered) {
      throw new Error("The view is gone, or offers no tools.");
    }
    const answer = await this.#ask("tools/call", { name, arguments: args });
    if (!isRecord(answer)) {
      throw new Error("The view's answer is not a tool result.");
    }
    const content = Array.isArray(answer["content"]) ? (answer["content"] as ContentBlock[]) : [];
    return { ...answer, content };
  }

  async #refresh(generation: number): Promise<void> {
    const tools = await this.#list().catch((error: unknown) => {
      if (generation === this.#generation) {
        const reason = error instanceof Error ? error.message : String(error);
        this.#services.notice({ kind: "fault", what: `says that it has tools, but did not list them: ${reason}` });
      }
    });
    if (generation !== this.#generation) {
      return;
    }
    if (tools) {
      this.#services.viewTools?.(tools);
    }
    this.#listing = false;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (this.#refreshAgain) {
        this.#refreshAgain = false;
        this.refresh();
      }
    }, PAUSE_MS);
  }

  async #list(): Promise<Tool[]> {
    const tools = new Map<string, Tool>();
    let cursor: string | undefined;
    for (let page = 0; page < MOST_TOOLS; page++) {
      const answer = await this.#ask("tools/list", cursor === undefined ? {} : { cursor });
      if (!isRecord(answer) || !Array.isArray(answer["tools"])) {
        throw new Error("the answer has no list of tools.");
      }
      for (const tool of answer["tools"].map(readTool)) {
        if (tools.size >= MOST_TOOLS) {
          this.#services.notice({
            kind: "fault",
            what: `offers more than ${MOST_TOOLS} tools; the others are left out`,
          });
          return [...tools.values()];
        }
        if (tool && !tools.has(tool.name)) {
          tools.set(tool.name, tool);
        }
      }
      const next = answer["nextCursor"];
      if (typeof next !== "string" || next === cursor) {
        break;
      }
      cursor = next;
    }
    return [...tools.values()];
  }

  async #ask(method: string, params: Json): Promise<unknown> {
    let answer: unknown;
    try {
      answer = await this.#requests.ask(method, params, ANSWER_MS);
    } catch (error) {
      throw error instanceof RequestTimeout && !(await this.#alive())
        ? new RequestTimeout(`${error.message} It does not answer a ping either.`)
        : error;
    }
    if (messageSize(answer, LARGEST_ANSWER) > LARGEST_ANSWER) {
      throw new Error(`The view's answer to ${method} is larger than ${LARGEST_ANSWER / 1024 / 1024} MiB.`);
    }
    return answer;
  }

  #alive(): Promise<boolean> {
    return this.#requests.ask("ping", {}, PING_MS).then(
      () => true,
      (error: unknown) => !(error instanceof RequestTimeout),
    );
  }
}

function readTool(entry: unknown): Tool | undefined {
  const name = isRecord(entry) ? entry["name"] : undefined;
  if (typeof name !== "string" || name === "" || name.length > LONGEST_NAME) {
    return undefined;
  }
  const { title, description, inputSchema, annotations, _meta, ...rest } = entry as Json;
  return {
    ...rest,
    name,
    inputSchema: isRecord(inputSchema) ? inputSchema : { type: "object" },
    ...(typeof title === "string" ? { title } : {}),
    ...(typeof description === "string" ? { description } : {}),
    ...(isRecord(annotations) ? { annotations } : {}),
    ...(isRecord(_meta) ? { _meta } : {}),
  };
}
