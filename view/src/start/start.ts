import { start } from "./connect.ts";

start();
