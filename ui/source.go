package ui

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

const (
	// maxHost and maxLabel are DNS's limits for a host name and its parts, in
	// bytes (RFC 1035, section 2.3.4).
	maxHost  = 253
	maxLabel = 63
	maxPort  = 65535
)

// ValidSource reports whether a policy can contain a source from elsewhere, such as the
// metadata of another server.
func ValidSource(source string) bool {
	return sourceFault(source, []string{"https", "http", "wss", "ws"}) == ""
}

// sourceFault returns why a policy can't contain a source, as the end of a sentence, or
// "". It checks the text itself, not its parsed form, because the policy contains the
// text.
func sourceFault(source string, schemes []string) string {
	if fault := characterFault(source); fault != "" {
		return fault
	}
	u, err := url.Parse(source)
	if err != nil || u.Scheme == "" || u.Host == "" {
		return "is not an origin"
	}
	if !slices.Contains(schemes, u.Scheme) {
		return fmt.Sprintf("has the scheme %.40q, which is not allowed here", u.Scheme)
	}
	if u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || (u.Path != "" && u.Path != "/") || strings.HasSuffix(source, "#") {
		return "is more than an origin"
	}
	host, port, hasPort := strings.Cut(u.Host, ":")
	if n, err := strconv.Atoi(port); hasPort && (err != nil || n < 1 || n > maxPort || port != strconv.Itoa(n)) {
		if strings.HasPrefix(u.Host, "[") {
			return "is an IPv6 address, which a policy can't contain; use a host name"
		}
		return fmt.Sprintf("has a port that is not between 1 and %d", maxPort)
	}
	name, isWildcard := strings.CutPrefix(host, "*.")
	switch {
	case strings.Contains(name, "*"), name == "":
		return "has a wildcard that is not the whole first label"
	case isWildcard && !strings.Contains(name, ".") && !isLoopback(name):
		return "allows every host of a top-level domain"
	}
	if fault := hostFault(name); fault != "" {
		return fault
	}
	if (u.Scheme == "http" || u.Scheme == "ws") && !isLoopback(name) {
		return "is not encrypted"
	}
	return ""
}

func characterFault(source string) string {
	for _, r := range source {
		switch {
		case r > unicode.MaxASCII:
			return "contains " + strconv.QuoteRuneToASCII(r) + ", a character outside ASCII, which can imitate another host; use the host's punycode form"
		case r <= ' ', r == unicode.MaxASCII, strings.ContainsRune(`;,'"\<>()`, r):
			return "contains " + strconv.QuoteRune(r) + ", which could break out of the policy"
		}
	}
	return ""
}

// hostFault returns why a name can't be the name of a host. It refuses a trailing dot,
// which is valid, because policies never match it.
func hostFault(name string) string {
	if len(name) > maxHost {
		return fmt.Sprintf("has a host name of more than %d characters", maxHost)
	}
	for label := range strings.SplitSeq(name, ".") {
		switch {
		case label == "":
			return "has an empty label in its host name"
		case len(label) > maxLabel:
			return fmt.Sprintf("has a label of more than %d characters in its host name", maxLabel)
		case strings.HasPrefix(label, "-"), strings.HasSuffix(label, "-"):
			return "has a label that begins or ends with a hyphen"
		}
		if at := strings.IndexFunc(label, func(r rune) bool { return !isHostCharacter(r) }); at >= 0 {
			return fmt.Sprintf("has %q in its host name", label[at])
		}
		if fault := punycodeFault(label); fault != "" {
			return fault
		}
	}
	return ""
}

// isHostCharacter accepts the underscore: browsers do, and some storage services have it
// in their names.
func isHostCharacter(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_'
}

func isLoopback(host string) bool {
	host = strings.ToLower(host)
	return host == "localhost" || host == "127.0.0.1" || strings.HasSuffix(host, ".localhost")
}
