package signin

import (
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/addresses"
)

// maxAddress is the longest address that is used, in bytes.
const maxAddress = 2 << 10

// shownParameters are the parameters whose values are no secrets; the values of all others are
// not shown.
var shownParameters = []string{
	"response_type", "client_id", "code_challenge_method", "resource", "scope", "grant_type", "prompt", "iss", "error",
}

const hidden = "…"

// shown returns an address without what may be secret in it.
func shown(at *url.URL) string {
	plainly := url.URL{Scheme: at.Scheme, Host: at.Host, Path: at.Path}
	text := plainly.String()
	if at.RawQuery != "" {
		text += "?" + shownQuery(at.RawQuery)
	}
	return plain(text)
}

// shownQuery returns a query or a form without what may be secret in it.
func shownQuery(query string) string {
	var parts []string
	for part := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(part, "=")
		if plainName, err := url.QueryUnescape(name); err != nil || !slices.Contains(shownParameters, plainName) {
			value = hidden
		} else if readable, err := url.QueryUnescape(value); err == nil {
			value = readable
		}
		parts = append(parts, name+"="+value)
	}
	return strings.Join(parts, "&")
}

func shownText(address string) string {
	at, err := url.Parse(address)
	if err != nil {
		return "an address that can't be read"
	}
	return shown(at)
}

// checkAddress returns an address that may be used, or why it may not. A server may send the
// workbench further away than it is itself, never closer. Names are not looked up: dialing does.
func checkAddress(text string, nearest addresses.Zone) (*url.URL, string) {
	at, err := url.Parse(text)
	switch {
	case err != nil || len(text) > maxAddress || at.Host == "" || at.Opaque != "" || strings.ContainsFunc(text, addresses.IsNoCharacter):
		return nil, "is no address"
	case at.User != nil:
		return nil, "has a user name"
	case at.Fragment != "" || strings.Contains(text, "#"):
		return nil, "has a fragment"
	case at.Scheme == "http" && !addresses.IsThisMachine(at.Hostname()):
		return nil, "is not encrypted: only this machine may use http"
	case at.Scheme != "http" && at.Scheme != "https":
		return nil, "is neither https nor http"
	}
	if ip, err := netip.ParseAddr(strings.Trim(at.Hostname(), "[]")); err == nil {
		if why := tooNear(ip, nearest); why != "" {
			return nil, why
		}
	} else if addresses.IsThisMachine(at.Hostname()) && nearest > addresses.ThisMachine {
		return nil, "is on this machine, and the server is not"
	}
	return at, ""
}

// tooNear returns why an IP address may not be used by a server that is in a zone, or "".
func tooNear(ip netip.Addr, nearest addresses.Zone) string {
	found := addresses.ZoneOf(ip)
	switch {
	case found == addresses.Nowhere:
		return "leads to " + found.String()
	case found < nearest:
		return fmt.Sprintf("leads to %s, and the server is on %s", found, nearest)
	default:
		return ""
	}
}

// sameResource reports whether two identifiers are of the same resource: the same text, but for
// what every client writes in its own way (RFC 3986, section 6.2.3).
func sameResource(a, b *url.URL) bool {
	path := func(at *url.URL) string {
		if at.EscapedPath() == "" {
			return "/"
		}
		return at.EscapedPath()
	}
	return addresses.SameOrigin(a, b) && path(a) == path(b) && a.RawQuery == b.RawQuery
}
