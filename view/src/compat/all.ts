/** All shims over one runtime, for a view that asks for several: those that `globalThis.orielCompat` names. */
import { restoreTransport } from "./transport.ts";
import { shim as actions } from "./actions-shim.ts";
import { shim as mcpApp } from "./mcpapp-shim.ts";
import { shim as mcpUI } from "./mcpui-shim.ts";
import { shim as openai } from "./openai-shim.ts";
import { connect } from "../start/connect.ts";

const shims: Record<string, () => boolean> = { openai, mcpApp, mcpUI, actions };
restoreTransport();
const { orielCompat } = globalThis as unknown as { orielCompat: string[] };
if (orielCompat.map((name) => shims[name]!()).includes(true)) connect();
