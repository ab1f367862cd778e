// react/app.ts
import { capabilities } from "../hosts/capabilities.js";
import { platform } from "../hosts/platform.js";
import { host } from "../hosts/host.js";
import { read } from "../data/topics.js";
import { useRead } from "./read.js";
var answered = () => !!read("platform");
var useAppContext = () => ({
  platform: usePlatform(),
  host: useHost(),
  capabilities: useCapabilities(),
  connected: useRead(answered)
});
var usePlatform = () => useRead(platform);
var useHost = () => useRead(host);
var useCapabilities = () => useRead(capabilities);
export {
  useAppContext,
  useCapabilities,
  useHost,
  usePlatform
};
