// mcp/exports.ts
import { App } from "./app.js";
import { registerTool } from "./apptool.js";
export * from "./calls.js";
export * from "./constants.js";
import { notify, request } from "./request.js";
import { applyDocumentTheme, applyHostFonts, applyHostStyleVariables, getDocumentTheme } from "./styles.js";
import { ViewError } from "../values/error.js";
import { introduce } from "../protocol/introduce.js";
export {
  App,
  ViewError,
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  getDocumentTheme,
  introduce,
  notify,
  registerTool,
  request
};
