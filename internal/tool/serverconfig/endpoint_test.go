package serverconfig_test

import (
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/tool/serverconfig"
)

func TestEndpoint(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"http://localhost:3000/mcp":         "http://localhost:3000/mcp",
		"https://example.com":               "https://example.com",
		"https://example.com/a?b=c#d":       "https://example.com/a?b=c",
		"http://[::1]:80/mcp":               "http://[::1]:80/mcp",
		"HTTP://Example.com/mcp":            "http://Example.com/mcp",
		"https://ada:secret@example.com/ok": "https://ada:secret@example.com/ok",
	} {
		if got, err := serverconfig.Endpoint(address); err != nil || got != want {
			t.Errorf("%s = %s, %v", address, got, err)
		}
	}
	for address, says := range map[string]string{
		"localhost:3000/mcp":                `Add the scheme: "http://localhost:3000/mcp".`,
		"localhost:3000/mcp?key=secret":     `"http://localhost:3000/mcp"`,
		"localhost":                         `"http://localhost"`,
		"127.0.0.1/mcp":                     `"http://127.0.0.1/mcp"`,
		"[::1]:80":                          `"http://[::1]:80"`,
		"example.com/mcp":                   `"https://example.com/mcp"`,
		"ada:secret@example.com:80/mcp":     `"https://example.com:80/mcp"`,
		"server.js":                         "Give an http or https URL",
		"./server":                          "Give an http or https URL",
		"":                                  "Give an http or https URL",
		"http://":                           "Give an http or https URL",
		"http:///mcp":                       "Give an http or https URL",
		"http://:80/mcp":                    "Give an http or https URL",
		"http:localhost":                    "Give an http or https URL",
		"ftp://example.com":                 "Give an http or https URL",
		"javascript://x/%0aalert(1)":        "Give an http or https URL",
		"unix:///tmp/x.sock":                "Give an http or https URL",
		"http://a b/":                       "Give an http or https URL",
		"http://a/ b":                       "Give an http or https URL",
		"http://a/\x1b[2J":                  "Give an http or https URL",
		"http://ada:secret@a:99999999/":     "not the address",
		"http://ada:sec ret@example.com":    "not the address",
		"ftp://ada:secret@a/x?token=secret": "not the address",
	} {
		got, err := serverconfig.Endpoint(address)
		switch {
		case err == nil:
			if address != "http://ada:secret@a:99999999/" { // the port is not looked at
				t.Errorf("%q is taken for %s", address, got)
			}
		case !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "secret") || strings.ContainsRune(err.Error(), '\x1b'):
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestParseHeader(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{
		"Authorization: Bearer a:b": {"Authorization", "Bearer a:b"},
		"X-A:b":                     {"X-A", "b"},
		"Host: app.example":         {"Host", "app.example"},
		"X-Empty:":                  {"X-Empty", ""},
	} {
		if name, value, err := serverconfig.ParseHeader(text); err != nil || name != want[0] || value != want[1] {
			t.Errorf("%q = %q, %q, %v", text, name, value, err)
		}
	}
	for _, text := range []string{"", "secret", ": secret", "a b: secret", "X: sec\nret", "Te: secret", "Upgrade: secret", "Trailer: secret", "Last-Event-ID: secret", "content-length: 1", "Ä: secret", "X: s\x00ecret"} {
		if _, _, err := serverconfig.ParseHeader(text); err == nil || strings.Contains(err.Error(), "ret") && strings.Contains(err.Error(), "sec") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
