// mcp/preact/provider.ts
import { connected } from "../../hosts/platform.js";
import { ViewError } from "../../values/error.js";
import { introduce } from "../../protocol/introduce.js";
import { bridged, useEffect, useRead, useState } from "./library.js";
var useConnection = () => {
  const isConnected = useRead(bridged);
  const [error, setError] = useState();
  useEffect(() => {
    let mounted = true;
    const fail = (reason) => {
      if (mounted) setError(reason);
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
var MCPProvider = ({ children, appInfo, appCapabilities, fallback }) => {
  useState(() => {
    if (appInfo || appCapabilities) introduce({ ...appInfo }, { ...appCapabilities });
  });
  const [isConnected, error] = useConnection();
  if (isConnected) return children;
  if (error && fallback === void 0) throw error;
  return fallback ?? null;
};
export {
  MCPProvider,
  useConnection
};
