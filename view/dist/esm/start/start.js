// start/start.ts
import { connect } from "./connect.js";
connect();
