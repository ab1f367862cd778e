package oriel

import (
	"net"
	"testing"

	"github.com/orielapps/oriel/ui"
)

func TestAssetsAt(t *testing.T) {
	t.Parallel()
	for endpoint, want := range map[string]string{
		"":                                       "",
		"https://weather.example.com/mcp":        "https://weather.example.com/oriel/",
		"https://weather.example.com/mcp/":       "https://weather.example.com/oriel/",
		"https://weather.example.com":            "https://weather.example.com/oriel/",
		"https://weather.example.com/a/b/mcp":    "https://weather.example.com/a/b/oriel/",
		"https://weather.example.com:8443/mcp":   "https://weather.example.com:8443/oriel/",
		"http://127.0.0.1:8080/mcp":              "http://127.0.0.1:8080/oriel/",
		"http://weather.internal/mcp":            "", // policies take no address without encryption
		"https://[::1]/mcp":                      "",
		"https://weather.example.com/a%20'b/mcp": "https://weather.example.com/a%20%27b/oriel/",
		"mcp":                                    "",
	} {
		if got := assetsAt(endpoint); got != want {
			t.Errorf("%s: %q, want %q", endpoint, got, want)
		}
	}
}

// A program that listens on this machine alone serves files from there, also those of
// views that were declared before.
func TestAssetsOnThisMachine(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ url, listening, want string }{
		"loopback":    {"", "127.0.0.1:8080", "http://127.0.0.1:8080/oriel/"},
		"IPv6":        {"", "[::1]:8080", "http://localhost:8080/oriel/"},
		"everybody":   {"", "0.0.0.0:8080", ""},
		"one network": {"", "192.0.2.7:8080", ""},
		"behind":      {"https://weather.example.com/mcp", "127.0.0.1:8080", "https://weather.example.com/oriel/"},
	} {
		app := NewWith("local", "1.0.0", Options{URL: test.url})
		before := AddView(app, "before", ui.HTML("<p>"))
		at, err := net.ResolveTCPAddr("tcp", test.listening)
		if err != nil {
			t.Fatal(err)
		}
		app.setLocal(at)
		after := AddView(app, "after", ui.HTML("<p>"))
		if err := app.Err(); err != nil || before.AssetOptions.URL != test.want || after.AssetOptions.URL != test.want {
			t.Errorf("%s: %q and %q, want %q; %v", name, before.AssetOptions.URL, after.AssetOptions.URL, test.want, err)
		}
	}
}
