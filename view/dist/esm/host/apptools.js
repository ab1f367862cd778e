// host/apptools.ts
import { isRecord } from "./types.js";
import { RequestTimeout } from "./viewrequests.js";
import { messageSize } from "./messagesize.js";
var MOST_TOOLS = 50;
var ANSWER_MS = 3e4;
var LARGEST_ANSWER = 10 * 1024 * 1024;
var LONGEST_NAME = 256;
var PING_MS = 1e3;
var PAUSE_MS = 250;
var AppTools = class {
  #requests;
  #services;
  #offered = false;
  #generation = 0;
  #listing = false;
  #refreshAgain = false;
  #pause;
  constructor(requests, services) {
    this.#requests = requests;
    this.#services = services;
  }
  /** Starts listing the view's tools, because the view has declared that it has some. */
  begin() {
    if (!this.#services.viewTools) {
      return;
    }
    this.#offered = true;
    this.refresh();
  }
  /** Forgets the tools, because the view is gone or was reloaded. */
  end() {
    this.#generation += 1;
    clearTimeout(this.#pause);
    this.#pause = void 0;
    this.#listing = false;
    this.#refreshAgain = false;
    if (this.#offered) {
      this.#offered = false;
      this.#services.viewTools?.(void 0);
    }
  }
  /** Lists the tools again. Calls in quick succession are combined. */
  refresh() {
    if (!this.#offered) {
      return;
    }
    if (this.#listing || this.#pause !== void 0) {
      this.#refreshAgain = true;
      return;
    }
    this.#listing = true;
    void this.#refresh(this.#generation);
  }
  async call(name, args) {
    if (!this.#offered) {
      throw new Error("The view is gone, or offers no tools.");
    }
    const answer = await this.#ask("tools/call", { name, arguments: args });
    if (!isRecord(answer)) {
      throw new Error("The view's answer is not a tool result.");
    }
    const content = Array.isArray(answer["content"]) ? answer["content"] : [];
    return { ...answer, content };
  }
  async #refresh(generation) {
    const tools = await this.#list().catch((error) => {
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
      this.#pause = void 0;
      if (this.#refreshAgain) {
        this.#refreshAgain = false;
        this.refresh();
      }
    }, PAUSE_MS);
  }
  async #list() {
    const tools = /* @__PURE__ */ new Map();
    let cursor;
    for (let page = 0; page < MOST_TOOLS; page++) {
      const answer = await this.#ask("tools/list", cursor === void 0 ? {} : { cursor });
      if (!isRecord(answer) || !Array.isArray(answer["tools"])) {
        throw new Error("the answer has no list of tools.");
      }
      for (const tool of answer["tools"].map(readTool)) {
        if (tools.size >= MOST_TOOLS) {
          this.#services.notice({
            kind: "fault",
            what: `offers more than ${MOST_TOOLS} tools; the others are left out`
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
  async #ask(method, params) {
    let answer;
    try {
      answer = await this.#requests.ask(method, params, ANSWER_MS);
    } catch (error) {
      throw error instanceof RequestTimeout && !await this.#alive() ? new RequestTimeout(`${error.message} It does not answer a ping either.`) : error;
    }
    if (messageSize(answer, LARGEST_ANSWER) > LARGEST_ANSWER) {
      throw new Error(`The view's answer to ${method} is larger than ${LARGEST_ANSWER / 1024 / 1024} MiB.`);
    }
    return answer;
  }
  #alive() {
    return this.#requests.ask("ping", {}, PING_MS).then(
      () => true,
      (error) => !(error instanceof RequestTimeout)
    );
  }
};
function readTool(entry) {
  const name = isRecord(entry) ? entry["name"] : void 0;
  if (typeof name !== "string" || name === "" || name.length > LONGEST_NAME) {
    return void 0;
  }
  const { title, description, inputSchema, annotations, _meta, ...rest } = entry;
  return {
    ...rest,
    name,
    inputSchema: isRecord(inputSchema) ? inputSchema : { type: "object" },
    ...typeof title === "string" ? { title } : {},
    ...typeof description === "string" ? { description } : {},
    ...isRecord(annotations) ? { annotations } : {},
    ...isRecord(_meta) ? { _meta } : {}
  };
}
export {
  AppTools
};
