/** Keeps the state of `setState` while the view's document is replaced. */
import { read, set } from "../data/topics.ts";
import { kept } from "./meeting.ts";

const state = kept("state", () => read("state"));
if (state != null) set("state", state);
