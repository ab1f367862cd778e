// A frame that is not the view's host and says all that a host can say.
import { greeting, rpcMessage, spoil, uiMessage } from "../../../../view/test/hostile.ts";
import { random } from "../../../../view/test/random.ts";

Object.assign(globalThis, {
  storm(target: Window, seed: number, count: number) {
    const r = random(seed);
    const ids = [1, 2, 3, 4];
    for (let i = 0; i < count; i++) {
      const message = r.pick([
        () => rpcMessage(r, ids),
        () => spoil(r, rpcMessage(r, ids), true),
        () => uiMessage(r, ["oriel-1"]),
        () => ({ jsonrpc: "2.0", id: 1, result: greeting() }),
      ])();
      target.postMessage(message, "*");
    }
  },
});
