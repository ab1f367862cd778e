// mcp/app.ts
import { connected } from "../hosts/platform.js";
import { hostCapabilities, hostInfo } from "../hosts/host.js";
import { context } from "../data/context.js";
import { handlers } from "../protocol/handlers.js";
import { ViewError } from "../values/error.js";
import { introduce } from "../protocol/introduce.js";
import { autoSize } from "../page/size.js";
import { read } from "../data/topics.js";
import { onTeardown } from "../data/teardown.js";
import * as calls from "./calls.js";
import { listeners } from "./events.js";
var App = class {
  static {
    Object.assign(this.prototype, calls, { sendOpenLink: calls.openLink });
  }
  /** Hears why there is no connection. */
  onerror;
  /** Hears that {@link App.close} was called. */
  onclose;
  #autoResize;
  /** Handlers, of which there may be one for each name, and what ends them. */
  #single = /* @__PURE__ */ new Map();
  /** Those of which there may be more. */
  #listening = /* @__PURE__ */ new Map();
  /**
   * @param appInfo - Who the view is, for the handshake, and so in the task that
   * imports the runtime. Left out, the page's title and its `meta` say it.
   * @param capabilities - What it can do, likewise. A view that answers
   * {@link App.oncalltool} has to declare `tools`.
   * @param options - How it behaves.
   */
  constructor(appInfo, capabilities = {}, { autoResize = true } = {}) {
    this.#autoResize = autoResize;
    if (appInfo) introduce({ ...appInfo }, { ...capabilities });
  }
  /**
   * Waits for the host's answer to the handshake.
   *
   * @throws ViewError: the host's code where it refused; -32601 there is no MCP Apps host.
   */
  async connect() {
    try {
      await connected;
      if (!read("host")) throw new ViewError(-32601, "No MCP Apps host here. For other hosts, import from @oriel/view");
      if (!this.#autoResize) autoSize(false);
    } catch (error) {
      this.onerror?.(error);
      throw error;
    }
  }
  /** Ends all handlers of this object. The connection is the page's, and stays. */
  async close() {
    for (const { end } of this.#single.values()) end();
    for (const ends of this.#listening.values()) for (const end of ends.values()) end();
    this.#single.clear();
    this.#listening.clear();
    this.onclose?.();
  }
  /** What the host says that it can do; undefined until it has answered. */
  getHostCapabilities() {
    return read("host") && hostCapabilities();
  }
  /** Who the host says it is; undefined until it has answered. */
  getHostVersion() {
    return hostInfo();
  }
  /** The view's surroundings as they are now; undefined until the host has answered. */
  getHostContext() {
    return read("host") && context();
  }
  /** Has a handler called at each such event, and at once if there was one. */
  addEventListener(event, handler) {
    const ends = this.#listening.get(event) ?? /* @__PURE__ */ new Map();
    this.#listening.set(event, ends);
    if (!ends.has(handler)) ends.set(handler, listeners[event](handler));
  }
  /** Ends what {@link App.addEventListener} began. */
  removeEventListener(event, handler) {
    const ends = this.#listening.get(event);
    ends?.get(handler)?.();
    ends?.delete(handler);
  }
  /** Answers a request of the host, in place of who answered it before. */
  setRequestHandler(method, handler) {
    this.#put(
      method,
      handler,
      (answer) => this.#answer(method, (params, id) => answer(params, { requestId: id }))
    );
  }
  /** Hears a notification that has no event, in place of who heard it before. */
  setNotificationHandler(method, handler) {
    this.#put(method, handler, (hear) => this.#answer(method, (params) => hear(params)));
  }
  /** The one handler of each event; undefined ends it. */
  get ontoolinput() {
    return this.#get("toolinput");
  }
  set ontoolinput(handler) {
    this.#put("toolinput", handler, listeners.toolinput);
  }
  get ontoolinputpartial() {
    return this.#get("toolinputpartial");
  }
  set ontoolinputpartial(handler) {
    this.#put("toolinputpartial", handler, listeners.toolinputpartial);
  }
  get ontoolresult() {
    return this.#get("toolresult");
  }
  set ontoolresult(handler) {
    this.#put("toolresult", handler, listeners.toolresult);
  }
  get ontoolcancelled() {
    return this.#get("toolcancelled");
  }
  set ontoolcancelled(handler) {
    this.#put("toolcancelled", handler, listeners.toolcancelled);
  }
  get onhostcontextchanged() {
    return this.#get("hostcontextchanged");
  }
  set onhostcontextchanged(handler) {
    this.#put("hostcontextchanged", handler, listeners.hostcontextchanged);
  }
  /** Runs before the host takes the view away; the host is answered `{}` when it has ended. */
  get onteardown() {
    return this.#get("teardown");
  }
  set onteardown(handler) {
    this.#put(
      "teardown",
      handler,
      (end) => onTeardown(async (reason) => {
        await end(reason === void 0 ? {} : { reason });
      })
    );
  }
  /** Answers a call of a tool of the view's own; `registerTool` does that for tools one by one. */
  get oncalltool() {
    return this.#get("tools/call");
  }
  set oncalltool(handler) {
    this.setRequestHandler("tools/call", handler);
  }
  /** Lists the tools of the view's own. */
  get onlisttools() {
    return this.#get("tools/list");
  }
  set onlisttools(handler) {
    this.setRequestHandler("tools/list", handler);
  }
  #get(name) {
    return this.#single.get(name)?.handler;
  }
  #put(name, handler, begin) {
    this.#single.get(name)?.end();
    this.#single.delete(name);
    if (handler) this.#single.set(name, { handler, end: begin(handler) });
  }
  #answer(method, handler) {
    handlers[method] = handler;
    return () => {
      if (handlers[method] === handler) delete handlers[method];
    };
  }
};
export {
  App
};
