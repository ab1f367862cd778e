// Signs a user in with the official client of the second generation.
import {
  Client,
  type OAuthDiscoveryState,
  StreamableHTTPClientTransport,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import { main } from "./signin.ts";

await main<StoredOAuthClientInformation, StoredOAuthTokens, OAuthDiscoveryState>((url, lifecycle, kept) => {
  const modes: Record<string, VersionNegotiationMode> = { legacy: "legacy", auto: "auto", modern: { pin: "2026-07-28" } };
  const client = new Client({ name: "sdk-v2", version: "2" }, { versionNegotiation: { mode: modes[lifecycle] ?? "legacy" } });
  const transport = (): StreamableHTTPClientTransport => new StreamableHTTPClientTransport(url, { authProvider: kept });
  let used = transport();
  return {
    connect: async () => {
      // A transport is started once.
      await client.connect((used = transport()));
      return client.getNegotiatedProtocolVersion();
    },
    call: async (name) => {
      const { content } = (await client.callTool({ name })) as { content: { text: string }[] };
      return content.map((part) => part.text).join();
    },
    signIn: (answer) => used.finishAuth(answer),
    close: () => client.close(),
  };
});
