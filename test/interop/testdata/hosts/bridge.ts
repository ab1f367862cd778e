// A host on the official AppBridge class; the test says of which version.

import { bridge, change, deliver, listening, viewTool } from "./appbridge.ts";
import { frame, input, offer, open, result, seen } from "./page.ts";

bridge.oninitialized = async () => {
  seen.view = { info: bridge.getAppVersion(), capabilities: bridge.getAppCapabilities() };
  await bridge.sendToolInputPartial({ arguments: { city: "Lis" } });
  await deliver(input, result);
};

offer({
  theme: (theme) => change({ theme }),
  cancel: (reason) => bridge.sendToolCancelled({ reason }),
  viewTool,
  async teardown() {
    seen.teardown = await bridge.teardownResource({});
    frame.remove();
  },
});

listening.then(open);
