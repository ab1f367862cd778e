// hosts/host.ts
import { reuseIfEqual } from "../values/reuse.js";
import { object, text } from "../values/unchecked.js";
import { read } from "../data/topics.js";
import { platform } from "./platform.js";
import { profiles } from "./profiles.js";
var hostInfo = () => {
  const host2 = read("host");
  return host2 && object(host2.hostInfo ?? host2.host);
};
var hostCapabilities = () => {
  const host2 = read("host");
  return object(host2?.hostCapabilities ?? host2?.capabilities);
};
var isDraftHost = () => {
  const { host: host2, hostInfo: hostInfo2 } = read("host") ?? {};
  return !!host2 && !hostInfo2;
};
var last;
var host = () => {
  const info = hostInfo();
  const name = text(info?.name);
  const found = platform();
  const profile = found === "mcp-ui" ? found : profiles.get(name.toLowerCase()) ?? (found === "chatgpt" ? found : void 0);
  return last = reuseIfEqual({ profile, name, version: text(info?.version) }, last);
};
export {
  host,
  hostCapabilities,
  hostInfo,
  isDraftHost
};
