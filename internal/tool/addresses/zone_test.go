package addresses_test

import (
	"net/netip"
	"net/url"
	"testing"

	"github.com/orielapps/oriel/internal/tool/addresses"
)

// What carries or translates addresses, and what clouds have for themselves, is nowhere.
func TestZones(t *testing.T) {
	t.Parallel()
	for want, all := range map[addresses.Zone][]string{
		addresses.ThisMachine:    {"127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"},
		addresses.PrivateNetwork: {"10.0.0.1", "172.16.0.1", "192.168.1.1", "fd00::1", "100.64.0.1", "198.18.0.1", "::ffff:10.1.2.3"},
		addresses.Internet:       {"8.8.8.8", "2001:4860:4860::8888", "64:ff9b::5db8:d822", "172.32.0.1", "100.128.0.1"},
		addresses.Nowhere: {
			"169.254.169.254", "fe80::1%eth0", "0.0.0.0", "::", "224.0.0.1", "255.255.255.255", "0.1.2.3", "ff02::1", "100::1", "192.0.0.192",
			"64:ff9b::a9fe:a9fe", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::a00:1", "2002:a00:1::", "2002:7f00:1::1", "2001::1", "::10.0.0.1", "fec0::1", "fd00:ec2::254",
		},
	} {
		for _, text := range all {
			if got := addresses.ZoneOf(netip.MustParseAddr(text)); got != want {
				t.Errorf("%s is %s, want %s", text, got, want)
			}
		}
	}
	if addresses.ZoneOf(netip.Addr{}) != addresses.Nowhere {
		t.Error("no address is somewhere")
	}
}

// Names are this machine only if nobody else can have them.
func TestNamesOfThisMachine(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]bool{
		"localhost": true, "LOCALHOST.": true, "app.localhost": true, "127.0.0.1": true, "::1": true,
		"localhost.example": false, "10.0.0.1": false, "": false, "notlocalhost": false,
	} {
		if got := addresses.IsThisMachine(host); got != want {
			t.Errorf("%q: %t", host, got)
		}
	}
}

func TestOrigins(t *testing.T) {
	t.Parallel()
	for other, want := range map[string]bool{
		"HTTPS://ID.example:443/x": true, "https://id.example": true, "http://id.example": false, "https://id.example:8443": false, "https://evil.example": false,
	} {
		at, err := url.Parse(other)
		if err != nil {
			t.Fatal(err)
		}
		if got := addresses.SameOrigin(at, &url.URL{Scheme: "https", Host: "id.example"}); got != want {
			t.Errorf("%s: %t", other, got)
		}
	}
}
