// Generated from ../react by tools/assets. DO NOT EDIT.
import { connected } from "../../hosts/platform.ts";
import { ViewError } from "../../values/error.ts";
import { introduce } from "../../protocol/introduce.ts";
import type { McpUiAppCapabilities } from "../protocol.ts";
import type { Implementation } from "../types.ts";
import { bridged, useEffect, useRead, useState } from "./library.ts";
import type { Children } from "./library.ts";

/** What {@link MCPProvider} takes. */
export interface MCPProviderProps {
  children?: Children;
  /** Who the view is, for the handshake; left out: what the page's title and its `meta` say. */
  appInfo?: Implementation;
  /** What the view can do, for the handshake. */
  appCapabilities?: McpUiAppCapabilities;
  /** Shown while no host has answered; left out: nothing, and an error once it is certain that none does. */
  fallback?: Children;
}

/** Whether an MCP Apps host has answered, and why none will; undefined while either may still come. */
export const useConnection = (): [isConnected: boolean, error: Error | undefined] => {
  const isConnected = useRead(bridged);
  const [error, setError] = useState<Error>();
  useEffect(() => {
    let mounted = true;
    const fail = (reason: unknown): void => {
      if (mounted) setError(reason as Error);
    };
    connected.then(() => {
      if (!bridged()) fail(new ViewError(-32601, "No MCP Apps host here. For other hosts, import from @oriel/view"));
    }, fail);
    return () => {
      mounted = false;
    };
  }, []);
  return [isConnected, error];
};

/**
 * Shows its children when an MCP Apps host has answered the handshake, and says for
 * it who the view is. The handshake goes out at the end of the task that imports
 * the runtime, so the view has to be rendered in that, by `mount` of
 * `@oriel/view/react`; what comes later is not said, and the console warns.
 *
 * @throws ViewError, when it renders, and there is no `fallback`: the host's code where it refused;
 * -32601 there is no MCP Apps host.
 * @example
 * mount(() => <MCPProvider appInfo={{ name: "almanac", version: "1.2.3" }}><Almanac /></MCPProvider>);
 */
export const MCPProvider = ({ children, appInfo, appCapabilities, fallback }: MCPProviderProps): Children => {
  useState(() => {
    if (appInfo || appCapabilities) introduce({ ...appInfo }, { ...appCapabilities });
  });
  const [isConnected, error] = useConnection();
  if (isConnected) return children;
  if (error && fallback === undefined) throw error;
  return fallback ?? null;
};
