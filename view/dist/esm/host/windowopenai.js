// host/windowopenai.ts
var isObject = (value) => typeof value === "object" && value !== null;
var named = (member, value) => isObject(value) ? { ...value } : { [member]: value };
var windowOpenAI = (values, link, without = []) => {
  const request = (method, params) => {
    const answer = link.request(method, params);
    answer.catch(() => void 0);
    return answer;
  };
  const openai = {
    callTool: async (name, args = {}) => {
      const result = await request("callTool", { name, args });
      link.dispatch("tool_response", { tool: { name, args } });
      return result;
    },
    sendFollowUpMessage: (message) => request("sendFollowUpMessage", { scrollToBottom: true, ...named("prompt", message) }),
    openExternal: (address) => request("openExternal", named("href", address)),
    requestDisplayMode: (mode) => request("requestDisplayMode", named("mode", mode)),
    requestClose: () => request("requestClose", {}),
    setOpenInAppUrl: (address) => request("setOpenInAppUrl", named("href", address)),
    setWidgetState: (state) => {
      const copy = JSON.parse(JSON.stringify(state ?? null));
      openai["widgetState"] = copy;
      void request("setWidgetState", { state: copy });
    },
    notifyIntrinsicHeight: (height) => {
      const number = Number(isObject(height) ? height["height"] : height);
      if (Number.isFinite(number) && number >= 0) void request("notifyIntrinsicHeight", { height: number });
    },
    uploadFile: (file, options) => request("uploadFile", { ...isObject(options) && options, file }),
    selectFiles: (options) => request("selectFiles", isObject(options) ? options : {}),
    getFileDownloadUrl: (file) => request("getFileDownloadUrl", named("fileId", file)),
    requestModal: (options) => request("requestModal", isObject(options) ? options : {}),
    requestCheckout: (session) => request("requestCheckout", isObject(session) ? session : {})
  };
  for (const name of without) delete openai[name];
  const methods = new Set(Object.keys(openai));
  const assign = (given) => {
    for (const [name, value] of Object.entries(given)) if (!methods.has(name)) openai[name] = value;
  };
  const mirrorLanguage = () => {
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
    }
  };
};
export {
  windowOpenAI
};
