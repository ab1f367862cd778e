// hosts/host.ts
import { hostInfo, platform } from "../start/connect.js";
import { text } from "../values/unchecked.js";
import { profiles } from "./profiles.js";
import { steady } from "../values/reuse.js";
var last;
var host = () => {
  const info = hostInfo();
  const name = text(info?.name);
  const found = platform();
  const profile = found === "mcp-ui" ? found : profiles.get(name.toLowerCase()) ?? (found === "chatgpt" ? found : void 0);
  return last = steady({ profile, name, version: text(info?.version) }, last);
};
export {
  host
};
