// Package auth checks the access tokens of an app's users; its types are values of
// [oriel.Options.Auth]:
//
//   - [OIDC]: tokens of an OpenID Connect or OAuth 2 provider, which publishes its keys
//   - [Introspection]: tokens about which the provider has to be asked (RFC 7662)
//   - [Keys]: tokens signed with keys that the app has
//   - [Func]: a function of one's own
//
// All but Func accept only tokens that are issued for the app: whose audience is
// [oriel.Options.URL], or what Audience says (RFC 8707). All of them refuse what they do not
// understand, such as tokens that are bound to a key of the client.
//
// # Providers
//
// A call never waits longer than 5 s for a provider. A provider's keys are fetched when the
// first token is checked, and again in the background when they are older than 10 minutes, but
// only while tokens are checked: nothing runs in between, and nothing has to be closed. The first
// call after 20 minutes without a fetch waits for one. If the provider can't be reached, its keys
// are good for 24 hours after they were fetched: who has a token signed with one of them gets in.
// Tokens with an unknown key can't be checked then, and clients get 503. A key that the provider
// no longer publishes is dropped when keys are fetched, with all tokens that it has signed: while
// the provider can be reached, at most 20 minutes later.
//
// Requests to providers go through the proxy of HTTPS_PROXY and NO_PROXY, as in [net/http], and
// follow no redirects. What a provider's metadata names, such as the address of its keys, must
// not be on a private or loopback address, unless the issuer itself is on one; link-local
// addresses, which clouds use for credentials, are never asked. Behind a proxy only addresses in
// URLs are checked, because the proxy looks names up.
package auth
