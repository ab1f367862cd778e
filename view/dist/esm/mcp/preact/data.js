// mcp/preact/data.ts
import { toCallResult } from "../../values/callresult.js";
import { hostCapabilities, hostInfo } from "../../hosts/host.js";
import { context } from "../../data/context.js";
import { onToolCancelled, toolInput, toolInputPartial } from "../../data/input.js";
import { toolResult } from "../../data/result.js";
import { read } from "../../data/topics.js";
import { onTeardown } from "../../data/teardown.js";
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
