/** Connects when it is imported. */
import { connect } from "./connect.ts";

connect();
