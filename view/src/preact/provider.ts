// Generated from ../react by tools/assets. DO NOT EDIT.
import { connected, forced, forcePlatform } from "../hosts/platform.ts";
import { introduce } from "../protocol/introduce.ts";
import type { AppInfo } from "../protocol/introduce.ts";
import { switchTransport } from "../protocol/switchtransport.ts";
import { read } from "../data/topics.ts";
import type { Platform, Transport } from "../values/types.ts";
import { useEffect, useLayoutEffect, useState } from "./library.ts";
import type { Children } from "./library.ts";
import { useRead } from "./read.ts";

/** How long, in ms, the fallback is shown where nobody answers. */
const patience = 1000;

/** What an {@link AppProvider} is given; all may be left out. */
export interface AppProviderProps {
  /** Who the view says it is, in `ui/initialize`; else what the page says. */
  appInfo?: Partial<AppInfo> | undefined;
  /** What the view says it can do, in `ui/initialize`, beside what the runtime says. */
  appCapabilities?: Record<string, unknown> | undefined;
  /** What the platform is said to be, whoever answers, as `forcePlatform` does; for tests. */
  platform?: Platform | undefined;
  /** What is used instead of the host; for tests. The same object in each render. */
  bridge?: Transport | undefined;
  /** Shown until the host has answered, or is known not to be there, which takes a second at most. Left out, nothing waits. */
  fallback?: Children;
  children?: Children;
}

/** Something has answered, or there is nobody. */
const isAnswered = (): boolean => read("platform") !== undefined;

const isPlatform = (platform: string): boolean => /^(mcp-apps|chatgpt|mcp-ui|standalone)$/.test(platform);

/**
 * Says at the top of the view what the view is, to whom it speaks, and what is
 * shown while nobody has answered. All hooks work without it.
 *
 * `appInfo` and `appCapabilities` are part of the handshake, which a page that
 * uses this sends at the end of its first task: `mount` renders in that. A provider
 * that is rendered later, as after `createRoot().render()`, says them too late: a
 * warning in the console says so, and the host knows what the page says. `introduce`
 * at the top of the view's first file is in time for any rendering.
 *
 * A `platform` holds until the provider goes. With a `bridge` the view begins
 * anew: what another has said is forgotten, the children are shown when it has
 * answered, or a second later, and when the provider goes, nobody is heard any
 * more.
 *
 * @example
 * <AppProvider appInfo={{ name: "almanac", version: "1.2.3" }} fallback={<Skeleton />}>
 *   <Forecast />
 * </AppProvider>
 */
export const AppProvider = ({
  appInfo,
  appCapabilities,
  platform,
  bridge,
  fallback,
  children,
}: AppProviderProps): Children => {
  // Children never see a platform, or a host, that is not theirs.
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
    return () => switchTransport(undefined);
  }, [bridge]);
  useLayoutEffect(() => settle(true), []);
  useEffect(() => {
    const end = () => setPatient(false);
    // A refusal is an answer, too.
    if (!bridge) connected.catch(end);
    setPatient(true);
    const timer = setTimeout(end, patience);
    return () => clearTimeout(timer);
  }, [bridge]);

  const waits = isPatient && !isThere && (bridge || fallback !== undefined);
  return isSet && !waits ? children : (fallback ?? null);
};
