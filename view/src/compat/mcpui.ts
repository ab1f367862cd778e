import { restoreTransport } from "./transport.ts";
import { shim } from "./mcpui-shim.ts";
import { connect } from "../start/connect.ts";

restoreTransport();
if (shim()) connect();
