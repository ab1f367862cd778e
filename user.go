package oriel

import (
	"context"
	"slices"
	"time"
)

// User is the user of a request, whom [Options.Auth] or the program's own middleware has
// authenticated. What hosts send, such as [Request.Subject], is no sign-in.
type User struct {
	// ID is the user's id, in the form of the sign-in. Empty means no user.
	ID string
	// Scopes are the permissions that the user has granted.
	Scopes []string
	// Claims are what else the sign-in says about the user, as decoded JSON: "email", "org".
	// Nil if it says nothing. Don't change them: requests share them.
	Claims map[string]any
	// Expires is when the sign-in ends; streams of notifications end with it. Zero means that
	// it isn't known.
	Expires time.Time
}

// Has reports whether the user has granted a scope.
func (u User) Has(scope string) bool { return slices.Contains(u.Scopes, scope) }

type userKey struct{}

// WithUser returns a context with a user. It is for HTTP middleware in front of
// [App.Handler] that has authenticated the user:
//
//	r = r.WithContext(oriel.WithUser(r.Context(), oriel.User{ID: claims.Subject, Scopes: claims.Scopes}))
//	next.ServeHTTP(w, r)
//
// Handlers find the user in [Request.User].
func WithUser(ctx context.Context, u User) context.Context {
	u.Scopes = slices.Clone(u.Scopes)
	return context.WithValue(ctx, userKey{}, u)
}

func userFrom(ctx context.Context) User {
	u, _ := ctx.Value(userKey{}).(User)
	return u
}
