package addresses

import (
	"net/netip"
	"slices"
	"strings"
)

// Zone says how far away an address is. Each may lead further away, never closer.
type Zone int

// The zones.
const (
	Nowhere        Zone = iota // link-local, such as a cloud's credentials at 169.254.169.254, and what is no single host's
	ThisMachine                // loopback
	PrivateNetwork             // within a network
	Internet
)

// String returns what comes after "leads to".
func (z Zone) String() string {
	return [...]string{"an address that no provider has", "this machine", "a private network", "the internet"}[z]
}

// privateNetworks and neverNetworks are those that net/netip does not tell apart (IANA
// IPv4 and IPv6 Special-Purpose Address Registries). Module auth has the same, because it can't
// import this one; a test compares them.
var (
	privateNetworks = networks("100.64.0.0/10", "198.18.0.0/15")
	// What translates or carries IPv4 addresses could lead to any of them.
	neverNetworks = networks("0.0.0.0/8", "192.0.0.0/24", "240.0.0.0/4", "64:ff9b:1::/48",
		"2001::/32", "2002::/16", "::/96", "100::/64", "fec0::/10", "fd00:ec2::254/128")
)

var nat64 = netip.MustParsePrefix("64:ff9b::/96")

func networks(texts ...string) (all []netip.Prefix) {
	for _, text := range texts {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}

// ZoneOf returns where an IP address is.
func ZoneOf(ip netip.Addr) Zone {
	ip = ip.Unmap().WithZone("")
	in := func(all []netip.Prefix) bool {
		return slices.ContainsFunc(all, func(one netip.Prefix) bool { return one.Contains(ip) })
	}
	switch {
	case ip.IsLoopback():
		return ThisMachine
	case nat64.Contains(ip): // where there is only IPv6, names of IPv4 hosts mean it (RFC 6052)
		bytes := ip.As16()
		if v4, _ := netip.AddrFromSlice(bytes[12:]); ZoneOf(v4) == Internet {
			return Internet
		}
		return Nowhere
	case !ip.IsValid(), ip.IsUnspecified(), ip.IsMulticast(), ip.IsLinkLocalUnicast(), in(neverNetworks):
		return Nowhere
	case ip.IsPrivate(), in(privateNetworks):
		return PrivateNetwork
	}
	return Internet
}

// IsThisMachine reports whether a host of a URL surely is this machine, whatever names
// resolve to.
func IsThisMachine(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if ip, err := netip.ParseAddr(host); err == nil {
		return ZoneOf(ip) == ThisMachine
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}
