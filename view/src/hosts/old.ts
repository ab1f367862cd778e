import { read } from "../data/topics.ts";

/**
 * Whether the host was written from the texts of 2025, which let it introduce
 * itself as `host`. A host that also says `hostInfo` knows the current names.
 */
export const isOld = (): boolean => {
  const { host, hostInfo } = read("host") ?? {};
  return !!host && !hostInfo;
};
