// host.ts
import { hostInfo, platform } from "./connect.js";
import { text } from "./object.js";
import { profiles } from "./profiles.js";
import { steady } from "./steady.js";
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
