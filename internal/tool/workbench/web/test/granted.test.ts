import assert from "node:assert/strict";
import { test } from "node:test";

import { granted } from "../frame/granted.ts";

test("what the policies let through is what was granted", () => {
  const cases: [csp: string, allow: string, sandbox: object][] = [
    ["", "", { permissions: {}, csp: {} }],
    [
      "default-src 'none'; script-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'; object-src 'none'; base-uri 'self'; frame-ancestors http://127.0.0.1:1 http://x.localhost:1",
      "",
      { permissions: {}, csp: {} },
    ],
    [
      "default-src 'none'; connect-src 'self' https://api.example.com wss://rt.example.com; img-src 'self' data: https://*.example.com; frame-src https://www.youtube.com; base-uri https://cdn.example.com",
      "camera; microphone;geolocation ; clipboard-write",
      {
        permissions: { camera: {}, microphone: {}, geolocation: {}, clipboardWrite: {} },
        csp: {
          connectDomains: ["https://api.example.com", "wss://rt.example.com"],
          resourceDomains: ["https://*.example.com"],
          frameDomains: ["https://www.youtube.com"],
          baseUriDomains: ["https://cdn.example.com"],
        },
      },
    ],
    [
      "toString https://a.example; __proto__ https://b.example",
      "constructor; fullscreen",
      { permissions: {}, csp: {} },
    ],
  ];
  for (const [csp, allow, sandbox] of cases) {
    assert.deepEqual(granted({ csp, allow }), sandbox, csp);
  }
});
