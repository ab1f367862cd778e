// A frame without a host, until it is told to be one that refuses the handshake.

import { serve } from "./serve.ts";
import { open, traffic, view } from "../../../../interop/testdata/hosts/page.ts";

const never = (): void => {};
serve({
  input: never,
  result: never,
  change: never,
  refuse() {
    const { id } = traffic.find((message: any) => message.method === "ui/initialize") as { id: unknown };
    view.postMessage({ jsonrpc: "2.0", id, error: { code: -32000, message: "not you" } }, "*");
  },
});

open();
