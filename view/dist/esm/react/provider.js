// react/provider.ts
import { connected, forced, forcePlatform } from "../hosts/platform.js";
import { introduce } from "../protocol/introduce.js";
import { switchTransport } from "../protocol/switchtransport.js";
import { read } from "../data/topics.js";
import { useEffect, useLayoutEffect, useState } from "./library.js";
import { useRead } from "./read.js";
var patience = 1e3;
var isAnswered = () => read("platform") !== void 0;
var isPlatform = (platform) => /^(mcp-apps|chatgpt|mcp-ui|standalone)$/.test(platform);
var AppProvider = ({
  appInfo,
  appCapabilities,
  platform,
  bridge,
  fallback,
  children
}) => {
  const [isSet, settle] = useState(!platform && !bridge);
  const [isPatient, setPatient] = useState(true);
  const isThere = useRead(isAnswered);
  useLayoutEffect(() => {
    if (appInfo || appCapabilities) introduce(appInfo, appCapabilities);
  });
  useLayoutEffect(() => {
    if (!platform) return;
    if (!isPlatform(platform))
      return console.warn(`Oriel: AppProvider knows no platform "${platform}". Use mcp-apps, chatgpt, mcp-ui or standalone.`);
    const before = forced();
    forcePlatform(platform);
    return () => {
      if (forced() === platform) forcePlatform(before);
    };
  }, [platform]);
  useLayoutEffect(() => {
    if (!bridge) return;
    switchTransport(bridge);
    return () => switchTransport(void 0);
  }, [bridge]);
  useLayoutEffect(() => settle(true), []);
  useEffect(() => {
    const end = () => setPatient(false);
    if (!bridge) connected.catch(end);
    setPatient(true);
    const timer = setTimeout(end, patience);
    return () => clearTimeout(timer);
  }, [bridge]);
  const waits = isPatient && !isThere && (bridge || fallback !== void 0);
  return isSet && !waits ? children : fallback ?? null;
};
export {
  AppProvider
};
