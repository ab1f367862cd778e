package auth

import (
	"math"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/orielapps/oriel"
)

const (
	// maxUserID is the maximum length of a user's id, in bytes (OpenID Connect Core, section 2).
	maxUserID = 255
	// maxScopes is how many scopes a token may have, and maxScope the maximum length of one.
	maxScopes, maxScope = 200, 256
	// maxClaim is the maximum length of a claim that [oriel.User] has, in bytes of JSON.
	maxClaim = 4 << 10
	// maxTime is the last second of the year 9999.
	maxTime = 253402300799
)

// rules are what the claims of a token have to be.
type rules struct {
	issuer    string
	issuerURL *url.URL
	// audience is empty if it is the URL of the endpoint.
	audience    string
	userClaim   string
	scopeClaims []string
	includes    map[string][]string // transitive
	leeway      time.Duration
	// answers says that the claims are a provider's answer about a token, which need not have all.
	answers bool
	log     *log
}

// user returns the user of a token with these claims.
func (r *rules) user(claims object, audience string, now time.Time) (oriel.User, *refusal) {
	if bad := r.checkParties(claims, audience); bad != nil {
		return oriel.User{}, bad
	}
	if claims.has("cnf") {
		return oriel.User{}, refuse("the token is bound to a key of its client (cnf), which is not checked here")
	}
	expires, bad := r.checkTimes(claims, now)
	if bad != nil {
		return oriel.User{}, bad
	}
	id := claims.text(r.userClaim)
	if why := userFault(id); why != "" {
		return oriel.User{}, refuse("the claim %q can't be a user's id: %s", r.userClaim, why)
	}
	scopes, bad := r.scopes(claims)
	if bad != nil {
		return oriel.User{}, bad
	}
	u := oriel.User{ID: id, Scopes: scopes, Expires: expires, Claims: claims.values}
	for name, size := range claims.sizes {
		if size > maxClaim {
			delete(u.Claims, name)
		}
	}
	return u, nil
}

func userFault(id string) string {
	switch {
	case id == "":
		return "it is missing, empty or no string"
	case len(id) > maxUserID:
		return "it is longer than 255 bytes"
	case strings.ContainsFunc(id, func(c rune) bool { return unicode.IsControl(c) || c == utf8.RuneError }):
		return "it has characters that are not text"
	}
	return ""
}

// checkParties checks who has issued a token, and for whom.
func (r *rules) checkParties(claims object, audience string) *refusal {
	if issuer, is := claims.values["iss"]; (is || !r.answers) && issuer != r.issuer {
		return refuse("the token's issuer is %.200q, not %q", claims.text("iss"), r.issuer)
	}
	var named []string
	switch aud := claims.values["aud"].(type) {
	case string:
		named = []string{aud}
	case []any:
		for _, one := range aud {
			text, isText := one.(string)
			if !isText {
				return refuse("an audience of the token is no string")
			}
			named = append(named, text)
		}
	}
	if slices.Contains(named, audience) {
		return nil
	}
	for _, one := range named {
		if strings.TrimSuffix(one, "/") == strings.TrimSuffix(audience, "/") {
			return refuse("the token's audience %.200q and the app's %q differ in the slash at the end: set Audience to the former, "+
				"or have clients ask for the latter", one, audience)
		}
	}
	return refuse("the token is for %.300q, not for %q", named, audience)
}

// checkTimes returns until when a token is accepted: the leeway after it expires.
func (r *rules) checkTimes(claims object, now time.Time) (expires time.Time, bad *refusal) {
	for _, name := range []string{"nbf", "iat"} {
		from, is, wrong := claims.time(name)
		if wrong != nil {
			return expires, wrong
		}
		if is && from.After(now.Add(r.leeway)) {
			return expires, refuse("the token's time %q is in the future; are the clocks right?", name)
		}
	}
	expires, is, bad := claims.time("exp")
	switch {
	case bad != nil:
		return expires, bad
	case !is && r.answers:
		return time.Time{}, nil
	case !is:
		return expires, refuse("the token does not expire: exp is missing")
	case !now.Before(expires.Add(r.leeway)):
		bad = refuse("the token has expired")
		bad.expired = true
		return expires, bad
	}
	return expires.Add(r.leeway), nil
}

// time returns a claim that is a time.
func (o object) time(name string) (at time.Time, is bool, bad *refusal) {
	value, is := o.values[name]
	if !is {
		return at, false, nil
	}
	seconds, isNumber := value.(float64)
	if !isNumber || !(seconds >= 1 && seconds <= maxTime) {
		return at, true, refuse("the token's %q is not a time", name)
	}
	whole, part := math.Modf(seconds)
	return time.Unix(int64(whole), int64(part*float64(time.Second))), true, nil
}

// scopes returns the scopes of a token, and what they include. What can't be a scope grants
// nothing.
func (r *rules) scopes(claims object) ([]string, *refusal) {
	var granted []string
	for _, name := range r.scopeClaims {
		switch value := claims.values[name].(type) {
		case nil:
		case string:
			granted = append(granted, strings.Split(value, " ")...)
		case []any:
			for _, one := range value {
				text, _ := one.(string)
				granted = append(granted, text)
			}
		default:
			return nil, refuse("the claim %q is neither a text nor a list", name)
		}
	}
	granted = slices.DeleteFunc(granted, func(scope string) bool { return !isScope(scope) })
	if len(granted) > maxScopes {
		return nil, refuse("the token has more than %d scopes", maxScopes)
	}
	for _, scope := range granted {
		granted = append(granted, r.includes[scope]...)
	}
	slices.Sort(granted)
	return slices.Compact(granted), nil
}

// isScope reports whether a text is one scope (RFC 6749, section 3.3).
func isScope(text string) bool {
	return text != "" && len(text) <= maxScope &&
		!strings.ContainsFunc(text, func(c rune) bool { return c <= ' ' || c > '~' || c == '"' || c == '\\' })
}
