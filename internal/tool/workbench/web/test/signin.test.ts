import assert from "node:assert/strict";
import test from "node:test";
import { profileOf } from "../../../../../view/test/host/fake.ts";
import { signInByResult } from "../signin.ts";

test("a result that asks for a sign-in does what it does in the host", () => {
  const chatgpt = { ...profileOf("chatgpt"), title: "ChatGPT", signInOn: ["401", "result"] as const };
  const claude = { ...profileOf("mcp-apps"), title: "Claude", signInOn: ["401", "403"] as const };
  const unknown = { ...profileOf("mcp-apps"), title: "Somebody" };
  const said = [chatgpt, claude, unknown].map((profile) => signInByResult({ ...profile, signInOn: [...profile.signInOn] }));
  assert.deepEqual(said, [
    ["ChatGPT shows its sign-in here.", "Sign in"],
    ["Claude asks for a sign-in when the answer has HTTP status 401 or 403, and not because of this result.", "Sign in all the same"],
    ["It is not known whether Somebody asks for a sign-in because of a result.", "Sign in all the same"],
  ]);
});
