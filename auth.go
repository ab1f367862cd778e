package oriel

import (
	"context"
)

// Auth says where users sign in, and how their access tokens are checked (MCP 2026-07-28,
// "Authorization"). Package auth has implementations: an OpenID Connect provider,
// introspection, keys of one's own, and a function.
type Auth interface {
	// TokenVerifier returns a new verifier. [NewWith] calls it once; it must not use the
	// network. An error is a faulty declaration, except an [*Error] with the code
	// "issuer_missing" or "client_missing", for what the environment has yet to say: without it the
	// app can be tested, and serve over stdio, but Run does not listen, and a handler of
	// [App.Handler] answers 503 to every token.
	TokenVerifier() (TokenVerifier, error)
}

// TokenVerifier checks access tokens. It is safe for concurrent use.
type TokenVerifier interface {
	// VerifyToken returns the user of an access token. The token is as in the header
	// Authorization, after "Bearer ": not empty, at most 16 KiB of printable ASCII without spaces.
	// Resource is the URL of the app's endpoint ([Options.URL]), for which the token must have
	// been issued unless the verifier knows a better name; it is empty if the address is not
	// known. A user without an ID is refused.
	//
	// An [*Error] means that the token is not accepted: the client gets its text with status
	// 401, so it must not repeat the token. Any other error means that the token can't be
	// checked now: the client gets 503, and the log the error.
	VerifyToken(ctx context.Context, token, resource string) (User, error)
	// Issuers returns the URLs of the authorization servers where clients get tokens, for the
	// app's protected-resource metadata. It is called once.
	Issuers() []string
	// Audience is for whom tokens have to be. Clients ask for tokens for it if it is a URL at the
	// origin of the endpoint; otherwise, and if it is empty, for the URL of the endpoint.
	Audience() string
}

type localKey struct{}

// WithoutSignIn returns a context whose requests need no sign-in, whatever tools declare.
// It is for transports on which only the user who started the program can send requests:
// [App.Stdio] uses it. A program with a server of go-sdk or mcp-go on standard input and
// output calls it in a middleware. Never use it for requests over a network.
func WithoutSignIn(ctx context.Context) context.Context {
	return context.WithValue(ctx, localKey{}, true)
}

func needsNoSignIn(ctx context.Context) bool {
	local, _ := ctx.Value(localKey{}).(bool)
	return local
}
