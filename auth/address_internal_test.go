package auth

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"testing"
)

func TestReach(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]reach{
		"93.184.216.34": public, "2606:2800:220:1::1": public, "172.32.0.1": public, "64:ff9b::5db8:d822": public, "100.128.0.1": public,
		"10.1.2.3": private, "172.16.0.1": private, "192.168.1.1": private, "100.64.0.1": private, "198.18.0.1": private, "fd12::1": private,
		"::ffff:10.1.2.3": private,
		"127.0.0.1":       loopback, "127.9.9.9": loopback, "::1": loopback, "::ffff:127.0.0.1": loopback,
		"169.254.169.254": never, "::ffff:169.254.169.254": never, "fe80::1": never, "fe80::1%eth0": never, "fd00:ec2::254": never,
		"0.0.0.0": never, "0.1.2.3": never, "::": never, "::ffff:0.0.0.0": never, "::127.0.0.1": never, "100::1": never, "224.0.0.1": never, "ff02::1": never, "255.255.255.255": never,
		"192.0.0.192": never, "64:ff9b::7f00:1": never, "64:ff9b::a9fe:a9fe": never, "64:ff9b::a01:203": never, "64:ff9b:1::1": never, "2002:7f00:1::": never, "2001::1": never, "fec0::1": never,
	} {
		if got := reachOf(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
	if reachOf(netip.Addr{}) != never {
		t.Error("no address can be reached")
	}
}

// The system's dialer asks before it connects.
func TestDialerAsks(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it is at once
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	dial := newProvider(exampleRules(t)).transport.DialContext
	for _, host := range []string{"127.0.0.1", "localhost"} {
		_, port, _ := net.SplitHostPort(listener.Addr().String())
		if c, err := dial(t.Context(), "tcp4", net.JoinHostPort(host, port)); err == nil {
			_ = c.Close()
			t.Errorf("a public issuer's metadata leads to %s", host)
		}
	}
}

func exampleRules(t *testing.T) *rules {
	t.Helper()
	d := declaration{issuer: "https://id.example.com", audience: "https://trips.example.com/mcp"}
	r, err := d.rules()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A proxy may be anywhere, but is asked for no address within the network.
func TestProxy(t *testing.T) {
	t.Parallel()
	p := newProvider(exampleRules(t))
	p.transport.Proxy = func(*http.Request) (*url.URL, error) { return url.Parse("http://10.0.0.9:3128") }
	for address, refused := range map[string]bool{
		"https://keys.example.com/keys": false, "https://93.184.216.35/keys": false, "https://10.0.0.5/keys": true, "https://[::1]/keys": true,
		"https://169.254.169.254/keys": true,
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		to, err := p.destination(r, false)
		if (err != nil) != refused || err == nil && !to.proxied {
			t.Errorf("%s: %+v, %v", address, to, err)
		}
		if err != nil {
			continue
		}
		if err := p.control(context.WithValue(t.Context(), destinationKey{}, to), "tcp", "10.0.0.9:3128", nil); err != nil {
			t.Errorf("the proxy can't be reached: %v", err)
		}
	}
}
