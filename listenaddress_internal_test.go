package oriel

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
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

// A program that nothing outside of its container can reach looks healthy, so its first line says that.
func TestAnnouncement(t *testing.T) {
	t.Parallel()
	const line = "weather 1 listening on http://"
	loopback, everywhere := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}, &net.TCPAddr{IP: net.IPv4zero, Port: 8080}
	for name, test := range map[string]struct {
		address     net.Addr
		inContainer bool
		dev         *development
		first       string
		warnings    int
	}{
		"a laptop":                         {loopback, false, nil, line + "127.0.0.1:8080/mcp", 0},
		"loopback of a container":          {loopback, true, nil, line + "127.0.0.1:8080/mcp (for programs in this container only; -http :8080 listens on all interfaces)", 0},
		"oriel dev in a container":         {loopback, true, &development{}, line + "127.0.0.1:8080/mcp", 0},
		"all interfaces of a container":    {everywhere, true, nil, line + "0.0.0.0:8080/mcp", 2},
		"all interfaces without container": {everywhere, false, nil, line + "0.0.0.0:8080/mcp", 2},
	} {
		app := New("weather", "1")
		app.dev = test.dev
		got := app.announcement(test.address, test.inContainer)
		if got[0] != test.first || len(got) != 1+test.warnings {
			t.Errorf("%s: %q", name, got)
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

// A program that mounts the handler is warned at the first request; Main has warned before.
func TestExposureOfAHandler(t *testing.T) {
	t.Parallel()
	for _, listens := range []bool{false, true} {
		var log strings.Builder
		app := NewWith("weather", "1", Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
		app.listens.Store(listens)
		ctx := context.WithValue(t.Context(), http.LocalAddrContextKey, &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 80})
		app.Handler().ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodPost, "/mcp", nil))
		app.Close()
		if warned := strings.Contains(log.String(), "Options.AllowedHosts"); warned == listens {
			t.Errorf("Main listens: %t; the log says %s", listens, log.String())
		}
	}
}
