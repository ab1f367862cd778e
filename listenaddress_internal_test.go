package oriel

import (
	"net"
	"strings"
	"testing"
)

func TestDefaultAddress(t *testing.T) {
	t.Parallel()
	for want, environment := range map[string][]map[string]string{
		"127.0.0.1:8080": {nil, {"K_SERVICE": "weather"}},
		"127.0.0.1:3000": {{"PORT": "3000"}, {"PORT": "3000", "K_SERVICE": ""}},
		":3000": {
			{"PORT": "3000", "K_SERVICE": "weather"},
			{"PORT": "3000", "DYNO": "web.1"},
			{"PORT": "3000", "KUBERNETES_SERVICE_HOST": "10.0.0.1"},
		},
	} {
		for _, variables := range environment {
			if got := defaultAddress(func(name string) string { return variables[name] }); got != want {
				t.Errorf("with %v: %q, want %q", variables, got, want)
			}
		}
	}
}

func TestIsLoopback(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"127.0.0.1": true, "127.9.0.1": true, "::1": true, "::ffff:127.0.0.1": true,
		"0.0.0.0": false, "::": false, "192.0.2.1": false,
	} {
		if got := isLoopback(&net.TCPAddr{IP: net.ParseIP(address), Port: 1}); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
}

func TestExposure(t *testing.T) {
	t.Parallel()
	everywhere, loopback := &net.TCPAddr{IP: net.IPv4zero, Port: 1}, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1}
	for _, test := range []struct {
		options Options
		address net.Addr
		want    int // how many warnings
	}{
		{Options{}, loopback, 0},
		{Options{}, everywhere, 2},
		{Options{URL: "https://weather.example.com/mcp"}, everywhere, 1},
		{Options{AllowedHosts: []string{"mcp.internal"}}, everywhere, 1},
	} {
		if got := NewWith("weather", "1", test.options).exposure(test.address); len(got) != test.want {
			t.Errorf("%+v on %v: %q", test.options, test.address, got)
		}
	}
}

func TestAllowedHosts(t *testing.T) {
	t.Parallel()
	for host, valid := range map[string]bool{
		"mcp.internal": true, "localhost": true, "192.0.2.1": true, "2001:db8::1": true,
		"": false, "mcp.internal:8080": false, "https://mcp.internal": false, "mcp.internal/mcp": false, "*": false, "*.internal": false, "a@b": false, "a b": false, "[::1]": false,
	} {
		err := NewWith("weather", "1", Options{AllowedHosts: []string{host}}).Err()
		if (err == nil) != valid || err != nil && !strings.Contains(err.Error(), "Options.AllowedHosts") {
			t.Errorf("%q: %v", host, err)
		}
	}
}
