// mcp/preact/app.ts
import { introduce } from "../../protocol/introduce.js";
import { autoSize } from "../../page/size.js";
import { App } from "../app.js";
import { useEffect, useState } from "./library.js";
var useApp = (options = {}) => {
  const [state, setState] = useState({ app: null, isConnected: false, error: null });
  useState(() => {
    const { appInfo, capabilities } = options;
    if (appInfo || capabilities) introduce({ ...appInfo }, { ...capabilities });
  });
  useEffect(() => {
    const app = new App(void 0, void 0, options);
    let mounted = true;
    options.onAppCreated?.(app);
    app.connect().then(
      () => {
        if (mounted) setState({ app, isConnected: true, error: null });
      },
      (error) => {
        if (mounted) setState({ app: null, isConnected: false, error });
      }
    );
    return () => {
      mounted = false;
      void app.close();
    };
  }, []);
  return state;
};
var useAutoResize = (app, _element) => {
  useEffect(() => {
    if (!app) return;
    autoSize(true);
    return () => autoSize(false);
  }, [app]);
};
export {
  useApp,
  useAutoResize
};
