// Signs a user in with the official client of the first generation.
import type { OAuthDiscoveryState } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { main } from "./signin.ts";

await main<OAuthClientInformationMixed, OAuthTokens, OAuthDiscoveryState>((url, _, kept) => {
  const transport = (): StreamableHTTPClientTransport => new StreamableHTTPClientTransport(url, { authProvider: kept });
  const client = new Client({ name: "sdk-v1", version: "1" });
  let used = transport();
  return {
    connect: async () => {
      // A transport is started once.
      await client.connect((used = transport()) as Transport);
      return used.protocolVersion;
    },
    call: async (name) => {
      const { content } = (await client.callTool({ name })) as { content: { text: string }[] };
      return content.map((part) => part.text).join();
    },
    signIn: async (answer) => used.finishAuth(answer.get("code") ?? ""),
    close: () => client.close(),
  };
});
