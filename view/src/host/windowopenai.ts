// window.openai as ChatGPT provides it to a view: an object with values that the host changes, and methods that ask the
// host. What carries the requests is the caller's: messages in the workbench's sandbox, calls in a fake host.

type Values = Record<string, unknown>;

/** How window.openai reaches its host and its view. */
export interface OpenAILink {
  /** Asks the host. A refusal rejects with a plain Error. */
  request(method: string, params: Values): Promise<unknown>;
  /** Dispatches the event openai:NAME. */
  dispatch(name: string, detail: object): void;
  /** Sets the page's language. */
  language(locale: string): void;
}

const isObject = (value: unknown): value is Values => typeof value === "object" && value !== null;

/** Older views pass a string instead of an object with one member. */
const named = (member: string, value: unknown): Values => (isObject(value) ? { ...value } : { [member]: value });

/** Creates the object, without some of its methods, so that views can detect that. merge changes its values. */
export const windowOpenAI = (
  values: Values,
  link: OpenAILink,
  without: readonly string[] = [],
): { openai: Values; merge(globals: Values): void } => {
  // A view that ignores the promise gets no unhandled rejection.
  const request = (method: string, params: Values): Promise<unknown> => {
    const answer = link.request(method, params);
    answer.catch(() => undefined);
    return answer;
  };
  const openai: Values = {
    callTool: async (name: string, args: object = {}): Promise<unknown> => {
      const result = await request("callTool", { name, args });
      link.dispatch("tool_response", { tool: { name, args } });
      return result;
    },
    sendFollowUpMessage: (message: unknown) =>
      request("sendFollowUpMessage", { scrollToBottom: true, ...named("prompt", message) }),
    openExternal: (address: unknown) => request("openExternal", named("href", address)),
    requestDisplayMode: (mode: unknown) => request("requestDisplayMode", named("mode", mode)),
    requestClose: () => request("requestClose", {}),
    setOpenInAppUrl: (address: unknown) => request("setOpenInAppUrl", named("href", address)),
    setWidgetState: (state: unknown): void => {
      // State is stored as JSON, so a state that JSON can't represent throws here, in the view.
      const copy: unknown = JSON.parse(JSON.stringify(state ?? null));
      openai["widgetState"] = copy;
      void request("setWidgetState", { state: copy });
    },
    notifyIntrinsicHeight: (height: unknown): void => {
      const number = Number(isObject(height) ? height["height"] : height);
      if (Number.isFinite(number) && number >= 0) void request("notifyIntrinsicHeight", { height: number });
    },
    uploadFile: (file: unknown, options: unknown) => request("uploadFile", { ...(isObject(options) && options), file }),
    selectFiles: (options: unknown) => request("selectFiles", isObject(options) ? options : {}),
    getFileDownloadUrl: (file: unknown) => request("getFileDownloadUrl", named("fileId", file)),
    requestModal: (options: unknown) => request("requestModal", isObject(options) ? options : {}),
    requestCheckout: (session: unknown) => request("requestCheckout", isObject(session) ? session : {}),
  };
  for (const name of without) delete openai[name];

  const methods = new Set(Object.keys(openai));
  const assign = (given: Values): void => {
    for (const [name, value] of Object.entries(given)) if (!methods.has(name)) openai[name] = value;
  };
  const mirrorLanguage = (): void => {
    if (typeof openai["locale"] === "string") link.language(openai["locale"]);
  };
  assign(values);
  mirrorLanguage();
  return {
    openai,
    merge(globals) {
      assign(globals);
      if ("locale" in globals) mirrorLanguage();
      link.dispatch("set_globals", { globals });
    },
  };
};
