// What the tests of the fake hosts share: the runtime on a page inside one of them.
import assert from "node:assert/strict";
import { afterEach } from "node:test";
import type { Crossing, FakeHost } from "../src/testing/index.ts";
import { open, settle } from "./harness.ts";
import type { Message, Page } from "./harness.ts";

declare global {
  var openai: Record<string, any> | undefined;
}

/** The host of the test that runs. */
export let host: FakeHost;
/** Its page. */
export let page: Page;

/** Opens a page in a fake host. */
export const enter = async (make: () => FakeHost): Promise<void> => {
  page = await open({ before: () => void (host = make()) });
};

/** Opens a page in a fake host, and waits until the runtime has connected. */
export const inside = async (make: () => FakeHost): Promise<void> => {
  await enter(make);
  await host.connected;
};

afterEach(() => {
  host?.close();
  assert.deepEqual(page?.errors, []);
});

/** What one side sent. */
export const wire = (from: Crossing["from"]): unknown[] =>
  host.traffic.filter((crossing) => crossing.from === from).map(({ message }) => message);

/** A page without the runtime, whose script has said hello. */
export const rawly = async (make: () => FakeHost, appCapabilities: object = {}) => {
  await inside(make);
  const heard: Message[] = [];
  const { orielTransport } = globalThis as {
    orielTransport?: { send(message: object): void; listen(to: (message: object) => void): void };
  };
  orielTransport!.listen((message) => void heard.push(message));
  const send = (message: object): void => orielTransport!.send({ jsonrpc: "2.0", ...message });
  send({ id: 0, method: "ui/initialize", params: { protocolVersion: "2026-01-26", appCapabilities } });
  await settle();
  send({ method: "ui/notifications/initialized" });
  await settle();
  return { heard, send };
};
