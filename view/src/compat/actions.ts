import { handOver } from "./line.ts";
import { shim } from "./actions-shim.ts";
import { connect } from "../start/connect.ts";

handOver();
if (shim()) connect();
