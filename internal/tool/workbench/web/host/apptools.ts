// The tools that a view itself offers to its host, as the draft of MCP Apps has them.

import type { CallToolResult, ContentBlock, Json, Tool } from "../wire.ts";
import { isRecord } from "../wire.ts";
import type { Asking } from "./asking.ts";
import { NoAnswer } from "./asking.ts";
import { messageSize } from "./limiter.ts";
import type { Services } from "./protocol.ts";

// As the draft recommends.
const MOST_TOOLS = 50;
const ANSWER_MS = 30_000;
const LARGEST_ANSWER = 10 * 1024 * 1024;

const LONGEST_NAME = 256;
const PING_MS = 1000;
/** The least time between two lists, for a view that changes its tools all the time. */
const PAUSE_MS = 250;

export class AppTools {
  readonly #asking: Asking;
  readonly #services: Pick<Services, "viewTools" | "notice">;
  #offered = false;
  #round = 0;
  #listing = false;
  #again = false;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(asking: Asking, services: Pick<Services, "viewTools" | "notice">) {
    this.#asking = asking;
    this.#services = services;
  }

  /** The view is there and says that it offers tools. */
  begin(): void {
    this.#offered = true;
    this.refresh();
  }

  /** The view is gone, or is another one now. */
  end(): void {
    this.#round += 1;
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#listing = false;
    this.#again = false;
    if (this.#offered) {
      this.#offered = false;
      this.#services.viewTools(undefined);
    }
  }

  /** The view's tools may be others than before. */
  refresh(): void {
    if (!this.#offered) {
      return;
    }
    if (this.#listing || this.#pause !== undefined) {
      this.#again = true;
      return;
    }
    this.#listing = true;
    void this.#refresh(this.#round);
  }

  async call(name: string, args: Json): Promise<CallToolResult> {
    if (!this.#offered) {
      throw new Error("The view is not there any more, or offers no tools.");
    }
    const answer = await this.#ask("tools/call", { name, arguments: args });
    if (!isRecord(answer)) {
      throw new Error("The view's answer is no tool result.");
    }
    const content = Array.isArray(answer["content"]) ? (answer["content"] as ContentBlock[]) : [];
    return { ...answer, content };
  }

  async #refresh(round: number): Promise<void> {
    const tools = await this.#list().catch((error: unknown) => {
      if (round === this.#round) {
        const reason = error instanceof Error ? error.message : String(error);
        this.#services.notice({ kind: "fault", what: `says that it has tools and did not list them: ${reason}` });
      }
    });
    if (round !== this.#round) {
      return;
    }
    if (tools) {
      this.#services.viewTools(tools);
    }
    this.#listing = false;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (this.#again) {
        this.#again = false;
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
        throw new Error("the answer holds no list of tools.");
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
      answer = await this.#asking.ask(method, params, ANSWER_MS);
    } catch (error) {
      throw error instanceof NoAnswer && !(await this.#alive())
        ? new NoAnswer(`${error.message} It does not answer a ping either.`)
        : error;
    }
    if (messageSize(answer, LARGEST_ANSWER) > LARGEST_ANSWER) {
      throw new Error(`The view's answer to ${method} is larger than ${LARGEST_ANSWER / 1024 / 1024} MiB.`);
    }
    return answer;
  }

  #alive(): Promise<boolean> {
    return this.#asking.ask("ping", {}, PING_MS).then(
      () => true,
      (error: unknown) => !(error instanceof NoAnswer),
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
