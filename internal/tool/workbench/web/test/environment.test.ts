import assert from "node:assert/strict";
import { test } from "node:test";

import { changedMembers, inEnvironment, readEnvironment, settingText, withSetting } from "../environment.ts";

const host = {
  theme: "light",
  locale: "en",
  deviceCapabilities: { touch: false, hover: true },
  toolInfo: { tool: { name: "day" } },
} as const;

test("an address sets the surroundings", () => {
  const address = "theme=dark&locale=ar-eg&timeZone=asia/tokyo&safeArea=47,0,34,0&touch=1&platform=mobile&device=390x844&toolCallId=42";
  const { environment, errors } = readEnvironment(new URLSearchParams(address));
  assert.deepEqual(errors, []);
  assert.deepEqual(environment, {
    theme: "dark",
    locale: "ar-EG",
    timeZone: "Asia/Tokyo",
    safeArea: [47, 0, 34, 0],
    touch: true,
    platform: "mobile",
    device: { width: 390, height: 844 },
    toolCallId: 42,
  });
  assert.deepEqual(inEnvironment(host, environment), {
    theme: "dark",
    locale: "ar-EG",
    timeZone: "Asia/Tokyo",
    safeAreaInsets: { top: 47, right: 0, bottom: 34, left: 0 },
    deviceCapabilities: { touch: true, hover: false },
    platform: "mobile",
    toolInfo: { id: 42, tool: { name: "day" } },
  });
  for (const name of Object.keys(environment) as (keyof typeof environment)[]) {
    assert.deepEqual(withSetting({}, name, settingText(environment, name)), { [name]: environment[name] });
  }
});

test("a setting that is not valid is an error, and an empty one is the host's", () => {
  const bad = { theme: "blue", locale: "no_such", timeZone: "Mars/Base", safeArea: "1,2", touch: "yes", platform: "tv", device: "wide" };
  const { environment, errors } = readEnvironment(new URLSearchParams(bad));
  assert.deepEqual(environment, {});
  assert.deepEqual(errors.map((error) => /^The address's (\w+) has to be /.exec(error)?.[1]), Object.keys(bad));
  assert.deepEqual(withSetting({ theme: "dark", locale: "he" }, "theme", " "), { locale: "he" });
  assert.deepEqual(inEnvironment(host, {}), host);
});

test("a view is told what has changed", () => {
  const dark = inEnvironment(host, { theme: "dark", touch: false });
  assert.deepEqual(changedMembers(host, dark), { theme: "dark" });
  assert.deepEqual(changedMembers(dark, host), { theme: "light" });
});
