// Generated from ../react by tools/assets. DO NOT EDIT.
import { introduce } from "../../protocol/introduce.ts";
import { autoSize } from "../../page/size.ts";
import { App } from "../app.ts";
import type { AppOptions } from "../app.ts";
import type { McpUiAppCapabilities } from "../protocol.ts";
import type { Implementation } from "../types.ts";
import { useEffect, useState } from "./library.ts";

/** What {@link useApp} takes, when it is first called. */
export interface UseAppOptions extends AppOptions {
  /** Who the view is, for the handshake; see {@link MCPProvider} for when it has to be said. */
  appInfo?: Implementation;
  /** What the view can do, for the handshake. */
  capabilities?: McpUiAppCapabilities;
  /** Sets handlers, before anything is told to them. */
  onAppCreated?: (app: App) => void;
}

/** What {@link useApp} gives. */
export interface AppState {
  /** Null until the host has answered. */
  app: App | null;
  isConnected: boolean;
  /** Why there is no connection. */
  error: Error | null;
}

/**
 * An {@link App} of the component's own, with the signature of ext-apps. Its
 * handlers end with the component; the connection is the page's, and stays.
 *
 * @param options - Taken when the component is mounted; later ones change nothing.
 * @example
 * const { app, isConnected, error } = useApp({
 *   appInfo: { name: "almanac", version: "1.2.3" },
 *   capabilities: {},
 *   onAppCreated: (app) => {
 *     app.ontoolresult = ({ structuredContent }) => setForecast(structuredContent);
 *   },
 * });
 */
export const useApp = (options: UseAppOptions = {}): AppState => {
  const [state, setState] = useState<AppState>({ app: null, isConnected: false, error: null });
  useState(() => {
    const { appInfo, capabilities } = options;
    if (appInfo || capabilities) introduce({ ...appInfo }, { ...capabilities });
  });
  useEffect(() => {
    const app = new App(undefined, undefined, options);
    let mounted = true;
    options.onAppCreated?.(app);
    app.connect().then(
      () => {
        if (mounted) setState({ app, isConnected: true, error: null });
      },
      (error) => {
        if (mounted) setState({ app: null, isConnected: false, error });
      },
    );
    return () => {
      mounted = false;
      void app.close();
    };
  }, []);
  return state;
};

/**
 * Has the content's height reported while the component is there, also where
 * `autoResize` is false.
 *
 * @param app - Of {@link useApp}; nothing happens before there is one.
 * @param _element - Not used: the whole document is measured.
 * @example
 * const { app } = useApp({ autoResize: false });
 * useAutoResize(app);
 */
export const useAutoResize = (app: App | null, _element?: { current: HTMLElement | null }): void => {
  useEffect(() => {
    if (!app) return;
    autoSize(true);
    return () => autoSize(false);
  }, [app]);
};
