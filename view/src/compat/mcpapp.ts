import { handOver } from "./line.ts";
import { shim } from "./mcpapp-shim.ts";
import { start } from "../start/connect.ts";

handOver();
if (shim()) start();
