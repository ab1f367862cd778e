package addresses

import (
	"net"
	"net/url"
	"strings"
)

// IsNoCharacter reports whether a character can't be part of a URL. Browsers take a backslash
// for a slash, and drop control characters.
func IsNoCharacter(c rune) bool {
	return c <= ' ' || c > '~' || strings.ContainsRune("\\\"<>^`{|}", c)
}

// SameOrigin reports whether two URLs have the same scheme, host and port.
func SameOrigin(a, b *url.URL) bool {
	return strings.EqualFold(a.Scheme, b.Scheme) && strings.EqualFold(hostPort(a), hostPort(b))
}

func hostPort(at *url.URL) string {
	port := at.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[strings.ToLower(at.Scheme)]
	}
	return net.JoinHostPort(at.Hostname(), port)
}
