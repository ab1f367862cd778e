package signin

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
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

// zone says how far away an address is. A server may send the workbench further away, never
// closer: a server on the internet names nothing inside the network or on this machine.
type zone int

const (
	nowhere zone = iota // link-local, multicast and others that no provider has
	thisMachine
	privateNetwork
	internet
)

var zoneNames = map[zone]string{
	nowhere: "an address that no provider has", thisMachine: "this machine", privateNetwork: "a private network", internet: "the internet",
}

var (
	sharedSpace  = netip.MustParsePrefix("100.64.0.0/10")
	zeroNetwork  = netip.MustParsePrefix("0.0.0.0/8")
	reservedHigh = netip.MustParsePrefix("240.0.0.0/4")
	benchmarks   = netip.MustParsePrefix("198.18.0.0/15")
	translated   = netip.MustParsePrefix("64:ff9b::/96")
)

// zoneOf returns where an IP address is.
func zoneOf(ip netip.Addr) zone {
	ip = ip.Unmap().WithZone("")
	if translated.Contains(ip) {
		embedded := ip.As16()
		ip = netip.AddrFrom4([4]byte(embedded[12:]))
	}
	switch {
	case ip.IsLoopback():
		return thisMachine
	case !ip.IsValid(), ip.IsUnspecified(), ip.IsLinkLocalUnicast(), ip.IsMulticast(), zeroNetwork.Contains(ip), reservedHigh.Contains(ip):
		return nowhere
	case ip.IsPrivate(), sharedSpace.Contains(ip), benchmarks.Contains(ip):
		return privateNetwork
	default:
		return internet
	}
}

// namesThisMachine reports whether a host surely is this machine, whatever names resolve to.
func namesThisMachine(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if ip, err := netip.ParseAddr(host); err == nil {
		return zoneOf(ip) == thisMachine
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// checkAddress returns an address that may be used, or why it may not. It does not look up
// names: dialing does.
func checkAddress(text string, nearest zone) (*url.URL, string) {
	at, err := url.Parse(text)
	switch {
	case err != nil || len(text) > maxAddress || at.Host == "" || at.Opaque != "" || strings.ContainsFunc(text, isNoAddressCharacter):
		return nil, "is no address"
	case at.User != nil:
		return nil, "has a user name"
	case at.Fragment != "" || strings.Contains(text, "#"):
		return nil, "has a fragment"
	case at.Scheme == "http" && !namesThisMachine(at.Hostname()):
		return nil, "is not encrypted: only this machine may use http"
	case at.Scheme != "http" && at.Scheme != "https":
		return nil, "is neither https nor http"
	}
	if ip, err := netip.ParseAddr(strings.Trim(at.Hostname(), "[]")); err == nil {
		if why := tooNear(ip, nearest); why != "" {
			return nil, why
		}
	} else if namesThisMachine(at.Hostname()) && nearest > thisMachine {
		return nil, "is on this machine, and the server is not"
	}
	return at, ""
}

func isNoAddressCharacter(r rune) bool {
	return r <= ' ' || r > '~' || strings.ContainsRune("\\\"<>^`{|}", r)
}

// tooNear returns why an IP address may not be used by a server that is in a zone, or "".
func tooNear(ip netip.Addr, nearest zone) string {
	found := zoneOf(ip)
	switch {
	case found == nowhere:
		return "leads to " + zoneNames[nowhere]
	case found < nearest:
		return fmt.Sprintf("leads to %s, and the server is on %s", zoneNames[found], zoneNames[nearest])
	default:
		return ""
	}
}

func sameOrigin(a, b *url.URL) bool {
	return strings.EqualFold(a.Scheme, b.Scheme) && strings.EqualFold(hostPort(a), hostPort(b))
}

func hostPort(at *url.URL) string {
	port := at.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[strings.ToLower(at.Scheme)]
	}
	return net.JoinHostPort(at.Hostname(), port)
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
	return sameOrigin(a, b) && path(a) == path(b) && a.RawQuery == b.RawQuery
}
