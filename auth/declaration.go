package auth

import (
	"cmp"
	"fmt"
	"log/slog"
	"maps"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"time"

	"github.com/orielapps/oriel"
)

const (
	defaultLeeway = 30 * time.Second
	maxLeeway     = 5 * time.Minute
	// defaultEntries is the number of checked tokens that are remembered.
	defaultEntries = 10_000
)

// issuerVariable is the environment variable with the issuer.
const issuerVariable = "ORIEL_ISSUER"

// declaration is what the declarations of verifiers have in common.
type declaration struct {
	issuer, audience, userClaim string
	includes                    map[string][]string
	scopeClaims                 []string
	leeway                      time.Duration
	cacheEntries                int
	logger                      *slog.Logger
}

// rules returns the rules for claims, or what is wrong with the declaration. The issuer may
// still be missing.
func (d *declaration) rules() (*rules, error) {
	issuer := cmp.Or(d.issuer, os.Getenv(issuerVariable))
	var address *url.URL
	if issuer != "" {
		var why string
		address, why = providerURL(issuer)
		if why == "" && (address.RawQuery != "" || address.ForceQuery) {
			why = "It has a query."
		}
		if why != "" {
			return nil, issuerInvalid(issuer, why)
		}
	}
	if d.leeway < 0 || d.leeway > maxLeeway {
		return nil, &oriel.Error{
			Code: "leeway_invalid", Message: fmt.Sprintf("A leeway of %s is not possible.", d.leeway), Fix: "Set Leeway to at most 5 minutes.",
		}
	}
	if d.cacheEntries < 0 {
		return nil, &oriel.Error{Code: "cache_entries_invalid", Message: "CacheEntries is negative.", Fix: "Set it to how many tokens to remember."}
	}
	for scope, included := range d.includes {
		for _, one := range append([]string{scope}, included...) {
			if !isScope(one) {
				return nil, &oriel.Error{
					Code: "scope_invalid", Message: fmt.Sprintf("Includes names %.100q, which is no scope.", one),
					Fix: `Use one without spaces, such as "trips.write".`,
				}
			}
		}
	}
	r := &rules{
		issuer: issuer, issuerURL: address, audience: d.audience, userClaim: cmp.Or(d.userClaim, "sub"), scopeClaims: d.scopeClaims,
		includes: closure(d.includes), leeway: cmp.Or(d.leeway, defaultLeeway), log: &log{logger: d.logger},
	}
	if len(r.scopeClaims) == 0 {
		r.scopeClaims = []string{"scope", "scp"}
	}
	return r, nil
}

// issuerMissing returns an error if there is no issuer. It comes after all others, which it
// would hide: an app can be tested without an issuer.
func (r *rules) issuerMissing() error {
	if r.issuer != "" {
		return nil
	}
	return &oriel.Error{
		Code: "issuer_missing", Message: "The app's sign-in has no issuer.",
		Fix: `Set Issuer, or the environment variable ` + issuerVariable + `, to the URL of the identity provider, such as "https://id.example.com".`,
	}
}

func issuerInvalid(issuer, why string) *oriel.Error {
	return &oriel.Error{
		Code: "issuer_invalid", Message: fmt.Sprintf("The issuer %.200q can't be used. %s", issuer, why),
		Fix: "Copy it from the provider's metadata, where it is called issuer.",
	}
}

func (d *declaration) cache() *cache { return newCache(cmp.Or(d.cacheEntries, defaultEntries)) }

// closure returns all that each scope includes, also by what it includes.
func closure(includes map[string][]string) map[string][]string {
	all := map[string][]string{}
	for scope := range includes {
		seen := map[string]bool{scope: true}
		for open := []string{scope}; len(open) > 0; {
			next := open[0]
			open = open[1:]
			for _, one := range includes[next] {
				if !seen[one] {
					seen[one] = true
					open = append(open, one)
				}
			}
		}
		delete(seen, scope)
		all[scope] = slices.Sorted(maps.Keys(seen))
	}
	return all
}

// maxURL is the maximum length of a provider's URL, in bytes.
const maxURL = 2 << 10

// providerURL reads a URL that a request may be sent to, or says why none may.
func providerURL(text string) (u *url.URL, why string) {
	u, err := url.Parse(text)
	switch {
	case err != nil || len(text) > maxURL:
		return nil, "It is not a URL."
	case u.Hostname() == "" || u.Opaque != "":
		return nil, "It has no host."
	case u.User != nil:
		return nil, "It has credentials in it."
	case u.Fragment != "":
		return nil, "It has a fragment."
	case u.Scheme == "https", u.Scheme == "http" && isLoopbackName(u.Hostname()):
		return u, ""
	}
	return nil, "It is not https; http is possible only on this machine."
}

func isLoopbackName(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}
