// An identity provider on npm's oidc-provider: clients register themselves or name a
// document, and tokens are for the resource that they name. Its login takes any name.
// The argument is the algorithm that signs tokens, or "opaque" for tokens that say nothing.
// It listens on a port of 127.0.0.1 that the system chooses, and prints where that is.
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { errors, Provider } from "oidc-provider";

const [, , format] = process.argv;
const scopes = "trips.read trips.write";

const key = (type, options, alg) => ({
  ...generateKeyPairSync(type, options).privateKey.export({ format: "jwk" }), alg, use: "sig", kid: randomUUID(),
});

/** What the tokens for a resource are like. */
const resourceServer = (resource) => {
  if (new URL(resource).hostname !== "127.0.0.1") throw new errors.InvalidTarget();
  return format === "opaque"
    ? { scope: scopes, accessTokenFormat: "opaque" }
    : { scope: scopes, accessTokenFormat: "jwt", jwt: { sign: { alg: format } } };
};

const server = createServer().listen(0, "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    jwks: { keys: [key("rsa", { modulusLength: 2048 }, "RS256"), key("ec", { namedCurve: "P-256" }, "ES256")] },
    cookies: { keys: [randomUUID()] },
    clients: [{ client_id: "trips", client_secret: "the app's", redirect_uris: [], response_types: [], grant_types: [] }],
    // Documents of clients are on this machine, which it refuses without a fetch of its own.
    fetch: (url, { dispatcher, ...options }) => fetch(url, options),
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    features: {
      registration: { enabled: true },
      clientIdMetadataDocument: { enabled: true, ack: "draft-02" },
      introspection: { enabled: true, allowedPolicy: (_, client) => client.clientId === "trips" },
      resourceIndicators: { enabled: true, getResourceServerInfo: (_, resource) => resourceServer(resource) },
    },
  });
  server.on("request", provider.callback());
  console.log(issuer);
});

const parent = process.ppid;
setInterval(() => process.ppid === parent || process.exit(1), 1000).unref();
