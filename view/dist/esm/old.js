// old.ts
import { read } from "./store.js";
var isOld = () => {
  const { host, hostInfo } = read("host") ?? {};
  return !!host && !hostInfo;
};
export {
  isOld
};
