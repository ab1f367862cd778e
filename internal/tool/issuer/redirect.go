package issuer

import (
	"net/url"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/addresses"
)

// maxAddress is the maximum length of an address that a client gives, in bytes.
const maxAddress = 2 << 10

// notPrograms are schemes that browsers handle themselves, and others that no program receives.
var notPrograms = []string{
	"javascript", "data", "vbscript", "blob", "file", "filesystem", "about", "view-source", "ws", "wss", "ftp", "mailto",
}

// redirectFault returns why an address can't be one to which users return, or "". Allowed are
// https, http on this machine, and schemes of programs (RFC 8252, section 7).
func redirectFault(address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil || len(address) > maxAddress || u.Scheme == "" || strings.ContainsFunc(address, addresses.IsNoCharacter):
		return "It is not an absolute URL."
	case strings.Contains(address, "#"):
		return "It has a fragment."
	case u.User != nil:
		return "It has a user name."
	case u.Scheme == "https" && u.Hostname() != "":
		return ""
	case u.Scheme == "https":
		return "It has no host."
	case u.Scheme == "http" && isThisMachine(u.Hostname()):
		return ""
	case u.Scheme == "http":
		return "It is not encrypted: only this machine may use http."
	case slices.Contains(notPrograms, u.Scheme):
		return "No program can receive it."
	}
	return ""
}

// isThisMachine reports whether a host in a URL is this machine, in one of the three
// spellings that clients register.
func isThisMachine(host string) bool {
	return host == "127.0.0.1" || host == "::1" || host == "localhost"
}

// allowsRedirect reports whether a client has registered an address. It must be the same text,
// but for the port on this machine, which programs choose when they start (RFC 8252, section
// 7.3).
func (c *client) allowsRedirect(address string) bool {
	if redirectFault(address) != "" {
		return false
	}
	portless, local := withoutLocalPort(address)
	return slices.ContainsFunc(c.redirects, func(registered string) bool {
		if registered == address {
			return true
		}
		other, isLocal := withoutLocalPort(registered)
		return local && isLocal && other == portless
	})
}

// withoutLocalPort returns an http address on this machine without its port.
func withoutLocalPort(address string) (portless string, ok bool) {
	for _, host := range []string{"http://127.0.0.1", "http://[::1]", "http://localhost"} {
		rest, found := strings.CutPrefix(address, host)
		if !found {
			continue
		}
		if port, found := strings.CutPrefix(rest, ":"); found {
			rest = strings.TrimLeft(port, "0123456789")
			if digits := len(port) - len(rest); digits == 0 || digits > len("65535") {
				return "", false
			}
		}
		if rest == "" || rest[0] == '/' || rest[0] == '?' {
			return host + rest, true
		}
	}
	return "", false
}

// withParameters adds parameters to an address that has no fragment.
func withParameters(address string, parameters url.Values) string {
	joint := "?"
	if strings.Contains(address, "?") {
		joint = "&"
	}
	return address + joint + parameters.Encode()
}
