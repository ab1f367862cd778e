/**
 * The bridge to legacy MCP-UI hosts as a script of its own, which the MCP-UI
 * adapter puts before all others. It listens from the start: a host may send
 * render data before the runtime has run.
 */
import { bridge } from "./bridge.ts";
import { submitForms } from "./forms.ts";

submitForms();
Object.assign(globalThis, { orielTransport: bridge() });
