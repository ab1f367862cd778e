// start/start.ts
import { start } from "./connect.js";
start();
