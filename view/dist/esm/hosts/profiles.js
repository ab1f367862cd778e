// hosts/profiles.ts
var profiles = /* @__PURE__ */ new Map([
  ["chatgpt", "chatgpt"],
  ["claude", "claude"],
  ["codex", "codex"],
  ["copilot", "m365-copilot"],
  ["cursor", "cursor"],
  ["generic mcp apps host", "generic"],
  ["le chat", "le-chat"],
  ["mcp-ui host", "goose"],
  ["mcpjam", "mcpjam"],
  ["nanobot", "nanobot"],
  ["sep-1865 host", "sep-draft"],
  ["slackbot", "slackbot"],
  ["visual studio code", "vscode"]
]);
export {
  profiles
};
