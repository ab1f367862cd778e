// mcp/react/data.ts
import { toCallResult } from "../../callresult.js";
import { hostCapabilities, hostInfo } from "../../connect.js";
import { context } from "../../context.js";
import { onToolCancelled, toolInput, toolInputPartial } from "../../input.js";
import { toolResult } from "../../result.js";
import { read } from "../../store.js";
import { onTeardown } from "../../teardown.js";
import { bridged, useEffect, useLatest, useRead } from "./library.js";
var useHostContext = () => useRead(() => bridged() ? context() : null);
var useHostCapabilities = () => useRead(() => bridged() ? kept(hostCapabilities()) : null);
var none = {};
var kept = (capabilities) => Object.keys(capabilities)[0] ? capabilities : none;
var useHostVersion = () => {
  const host = useRead(() => read("host"));
  return host ? hostInfo() : null;
};
var useTheme = () => useRead(() => context().theme ?? "light");
var useToolInput = () => useRead(() => toolInput() ?? null);
var useToolInputPartial = () => useRead(() => toolInputPartial() ?? null);
var useToolResult = () => useRead(() => toCallResult(toolResult()) ?? null);
var useToolCancellation = (callback) => {
  const latest = useLatest(callback);
  useEffect(() => onToolCancelled(latest), []);
};
var useTeardown = (callback) => {
  const latest = useLatest(callback);
  useEffect(() => onTeardown(latest), []);
};
export {
  useHostCapabilities,
  useHostContext,
  useHostVersion,
  useTeardown,
  useTheme,
  useToolCancellation,
  useToolInput,
  useToolInputPartial,
  useToolResult
};
