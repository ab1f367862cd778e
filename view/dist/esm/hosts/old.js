// hosts/old.ts
import { read } from "../data/topics.js";
var isOld = () => {
  const { host, hostInfo } = read("host") ?? {};
  return !!host && !hostInfo;
};
export {
  isOld
};
