// A view's first file: it says who it is in the task that imports the runtime.
import { App } from "../../src/mcp/native.ts";

export const app = new App({ name: "almanac", version: "1.2.3", title: "Almanac" }, { availableDisplayModes: ["inline"] });
export const connecting = app.connect();
// A second one is no second handshake.
export const again = new App({ name: "almanac", version: "1.2.3", title: "Almanac" }, { availableDisplayModes: ["inline"] });
