package oriel

import (
	"net"
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
