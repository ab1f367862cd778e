package auth

import (
	"fmt"
	"net/netip"
)

// reach is from where an address can be reached. Each may lead to those before it.
type reach int32

const (
	public   reach = iota
	private        // within a network
	loopback       // this machine
	never          // link-local, such as a cloud's credentials at 169.254.169.254, and what is no single host's
)

// privateNetworks and neverNetworks are those that net/netip does not tell apart (IANA
// IPv4 and IPv6 Special-Purpose Address Registries). internal/tool/addresses, which this module
// can't import, has the same; a test compares them.
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

func reachOf(address netip.Addr) reach {
	address = address.Unmap().WithZone("")
	switch {
	case address.IsLoopback():
		return loopback
	case nat64.Contains(address): // where there is only IPv6, names of IPv4 hosts mean it (RFC 6052)
		bytes := address.As16()
		if v4, _ := netip.AddrFromSlice(bytes[12:]); reachOf(v4) == public {
			return public
		}
		return never
	case !address.IsValid(), address.IsUnspecified(), address.IsMulticast(), address.IsLinkLocalUnicast(), within(neverNetworks, address):
		return never
	case address.IsPrivate(), within(privateNetworks, address):
		return private
	}
	return public
}

func within(all []netip.Prefix, address netip.Addr) bool {
	for _, one := range all {
		if one.Contains(address) {
			return true
		}
	}
	return false
}

// destination is what is known of an address before its name is looked up.
type destination struct {
	// named says that the program has named it: it is the issuer, or an endpoint in a declaration.
	named bool
	// plain says that nothing is encrypted, so that it must not leave this machine.
	plain bool
	// proxied says that the connection is one to a proxy.
	proxied bool
}

// refuses returns why a connection to an address is not made. What metadata names is no
// nearer than the issuer is.
func (d destination) refuses(address netip.Addr, issuer reach) error {
	at := reachOf(address)
	switch {
	case at == never:
		return fmt.Errorf("%s is an address that no provider has", address)
	case d.plain && at != loopback:
		return fmt.Errorf("%s is another machine, to which http is not sent", address)
	case !d.named && at > issuer:
		return fmt.Errorf("%s is an address within a network, while the issuer's is not", address)
	}
	return nil
}
