package serverconfig

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/ui"
)

// Endpoint checks the address of an MCP endpoint: an http or https URL.
func Endpoint(address string) (string, *ui.Error) {
	invalid := func(fix string) *ui.Error {
		return &ui.Error{Code: "endpoint_invalid", Message: quote(withoutSecrets(address)) + " is not the address of an MCP endpoint.", Fix: fix}
	}
	parsed, err := url.Parse(address)
	scheme := ""
	if err == nil {
		scheme = parsed.Scheme
	}
	switch {
	case err == nil && (scheme == "http" || scheme == "https") && parsed.Hostname() != "" && !strings.ContainsFunc(address, isControl):
		parsed.Fragment = ""
		return parsed.String(), nil
	case strings.Contains(address, "://"):
		return "", invalid(`Give an http or https URL, such as "http://127.0.0.1:8080/mcp".`)
	case looksLikeHost(address):
		with := "https://"
		if isLocal(address) {
			with = "http://"
		}
		return "", invalid(fmt.Sprintf("Add the scheme: %q.", with+shorten(withoutSecrets(address))))
	default:
		return "", invalid(`Give an http or https URL, such as "http://127.0.0.1:8080/mcp".`)
	}
}

// withoutSecrets returns an address without query and userinfo, which may be secret.
func withoutSecrets(address string) string {
	address, _, _ = strings.Cut(address, "?")
	scheme, rest, ok := strings.Cut(address, "://")
	if ok {
		scheme += "://"
	} else {
		scheme, rest = "", address
	}
	host, _, _ := strings.Cut(rest, "/")
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		rest = rest[at+1:]
	}
	return scheme + rest
}

// looksLikeHost reports whether an address may be a URL without a scheme:
// "localhost:80", "example.com/mcp".
func looksLikeHost(address string) bool {
	parsed, err := url.Parse("http://" + address)
	if err != nil || parsed.Hostname() == "" || strings.ContainsAny(address, " \t\\") {
		return false
	}
	name := parsed.Hostname()
	return parsed.Port() != "" || isLocal(name) || strings.Contains(name, ".") && strings.Contains(address, "/") && !strings.HasPrefix(name, ".")
}

func isLocal(address string) bool {
	return strings.HasPrefix(address, "localhost") || strings.HasPrefix(address, "127.") || strings.HasPrefix(address, "[::1]")
}

func isControl(r rune) bool { return r <= ' ' || r == 0x7f }

// ParseHeader reads "Name: value". Errors don't contain the value, because it may be
// secret.
func ParseHeader(text string) (name, value string, fault *ui.Error) {
	name, value, ok := strings.Cut(text, ":")
	if !ok {
		return "", "", &ui.Error{Code: "header_invalid", Message: "A header has no colon.", Fix: `Write it as "Name: value".`}
	}
	value = strings.TrimSpace(value)
	return name, value, mcpclient.CheckHeader(name, value)
}
