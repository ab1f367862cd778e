package issuer

import (
	"slices"
	"strings"
)

// user is one of the users that the page offers.
type user struct{ ID, Name string }

func users() []user {
	return []user{{"ada", "Ada Lovelace"}, {"grace", "Grace Hopper"}, {"alan", "Alan Turing"}}
}

// UserIDs returns the users that the page offers. Others can be typed.
func UserIDs() (ids []string) {
	for _, one := range users() {
		ids = append(ids, one.ID)
	}
	return ids
}

// maxUser is the maximum length of a user's id.
const maxUser = 64

// isUserID reports whether a text can name a user.
func isUserID(id string) bool {
	return id != "" && len(id) <= maxUser && !strings.ContainsFunc(id, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune("._@+|-", c)
	})
}

// userClaims is what a client gets to know about a user (OpenID Connect Core 1.0, section 5.1).
type userClaims struct {
	Subject   string `json:"sub"`
	Name      string `json:"name,omitempty"`
	Preferred string `json:"preferred_username,omitempty"`
	Email     string `json:"email,omitempty"`
	Verified  bool   `json:"email_verified,omitempty"`
}

// claimsOf returns the claims that scopes allow.
func claimsOf(id string, scopes []string) userClaims {
	claims := userClaims{Subject: id}
	if slices.Contains(scopes, scopeProfile) {
		claims.Name, claims.Preferred = id, id
		if at := slices.IndexFunc(users(), func(one user) bool { return one.ID == id }); at >= 0 {
			claims.Name = users()[at].Name
		}
	}
	if slices.Contains(scopes, scopeEmail) {
		claims.Email, claims.Verified = id, true
		if !strings.Contains(id, "@") {
			claims.Email = id + "@example.com"
		}
	}
	return claims
}
