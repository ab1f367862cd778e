package workbench

import (
	"net"
	"testing"
)

func TestNamesThisMachine(t *testing.T) {
	t.Parallel()
	interfaces := []net.Addr{&net.IPNet{IP: net.IPv4(192, 0, 2, 7)}, &net.IPNet{IP: net.ParseIP("2001:db8::7")}}
	for address, want := range map[string]bool{
		"http://localhost:8080":     true,
		"https://*.LocalHost":       true,
		"ws://app.localhost":        true,
		"http://127.1.2.3/mcp":      true,
		"http://[::1]:80":           true,
		"http://0.0.0.0:80":         true,
		"https://192.0.2.7":         true,
		"https://[2001:db8::7]:443": true,
		"https://192.0.2.8":         false,
		"https://localhost.example": false,
		"https://example.com":       false,
		"'self'":                    false,
		"":                          false,
		"http://%":                  false,
	} {
		if got := namesThisMachine(address, interfaces); got != want {
			t.Errorf("%q: %t", address, got)
		}
	}
}
