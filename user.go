package oriel

import (
	"context"
	"slices"
)

// User is who makes a request, as the app's own sign-in has found out. Hosts
// tell things too, such as [Request.Subject]: those are hints that anybody can
// send, and grant nothing.
type User struct {
	// ID is the user's, in whatever form the sign-in has it. Empty is nobody.
	ID string
	// Scopes are what the user has granted.
	Scopes []string
}

// Has reports whether the user has granted a scope.
func (u User) Has(scope string) bool { return slices.Contains(u.Scopes, scope) }

type userKey struct{}

// WithUser returns a context for requests of a user. It is for HTTP middleware
// in front of [App.Handler], which has checked who the user is:
//
//	r = r.WithContext(oriel.WithUser(r.Context(), oriel.User{ID: claims.Subject, Scopes: claims.Scopes}))
//	next.ServeHTTP(w, r)
//
// The app finds the user in [Request.User].
func WithUser(ctx context.Context, u User) context.Context {
	u.Scopes = slices.Clone(u.Scopes)
	return context.WithValue(ctx, userKey{}, u)
}

func userFrom(ctx context.Context) User {
	u, _ := ctx.Value(userKey{}).(User)
	return u
}
