package auth

import (
	"context"
	"slices"

	"github.com/orielapps/oriel"
)

// Func accepts the tokens that a function accepts. Nothing is remembered: it is called for each
// request.
type Func struct {
	// Verify returns the user of an access token, and checks that it is issued for the app; see
	// [oriel.TokenVerifier]. It is called concurrently. Resource is the URL of the app's
	// endpoint; empty if that is not known. Its errors are an [*oriel.Error] for a token that is
	// not accepted, and any other one if it can't be checked now.
	Verify func(ctx context.Context, token, resource string) (oriel.User, error)
	// Issuers are the URLs of the authorization servers where clients get tokens. Empty means
	// that the app's metadata names none.
	Issuers []string
	// Audience is the URL that clients name as the resource when they ask for a token. Empty
	// means the URL of the endpoint.
	Audience string
}

// TokenVerifier returns a new verifier. [oriel.NewWith] calls it.
func (f Func) TokenVerifier() (oriel.TokenVerifier, error) {
	if f.Verify == nil {
		return nil, &oriel.Error{Code: "verify_missing", Message: "The app's sign-in has no function that checks tokens.", Fix: "Set Verify."}
	}
	for _, issuer := range f.Issuers {
		if _, why := providerURL(issuer); why != "" {
			return nil, issuerInvalid(issuer, why)
		}
	}
	return function{f}, nil
}

// function is a verifier.
type function struct{ declared Func }

func (f function) VerifyToken(ctx context.Context, token, resource string) (oriel.User, error) {
	return f.declared.Verify(ctx, token, resource)
}

func (f function) Issuers() []string { return slices.Clone(f.declared.Issuers) }

func (f function) Audience() string { return f.declared.Audience }
