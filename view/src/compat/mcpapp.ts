import { handOver } from "./line.ts";
import { shim } from "./mcpapp-shim.ts";
import { connect } from "../start/connect.ts";

handOver();
if (shim()) connect();
