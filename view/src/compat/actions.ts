import { restoreTransport } from "./transport.ts";
import { shim } from "./actions-shim.ts";
import { connect } from "../start/connect.ts";

restoreTransport();
if (shim()) connect();
