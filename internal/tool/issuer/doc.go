// Package issuer is an authorization server for development: OAuth 2.1 and OpenID Connect, for
// an app that has no provider yet. Its users need no password, so it listens on 127.0.0.1
// alone and keeps everything in memory. Clients and apps can't tell it from a provider:
//
//   - metadata.go, keys.go: what it publishes (RFC 8414, OpenID Connect Discovery, JWKS).
//   - registration.go, clientdocument.go: who asks for tokens (RFC 7591, client ID metadata
//     documents).
//   - authorize.go, decision.go, page.go: the user chooses who to be and what to grant.
//   - token.go, grant.go: a code becomes tokens, which are rotated and revoked.
//   - userinfo.go, introspect.go: what an access token stands for.
package issuer
