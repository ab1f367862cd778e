package serverconfig_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/serverconfig"
)

func TestCommandID(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"":                              "server",
		"server":                        "server",
		"./bin/weather":                 "weather",
		`C:\tools\weather.exe`:          "weather",
		"npx -y @scope/server-foo":      "server-foo",
		"npx -y @scope/server-foo@1.2":  "server-foo",
		"npx foo@latest --stdio":        "foo",
		"npx":                           "npx",
		"uvx mcp-server-time":           "mcp-server-time",
		"uv run weather.py":             "weather",
		"uv tool run weather":           "weather",
		"pnpm dlx foo":                  "foo",
		"go run ./cmd/weather":          "weather",
		"go run example.com/weather@v1": "weather",
		"go run .":                      "go",
		"node dist/index.js":            "index",
		"node /srv/weather/dist/index.js --stdio": "weather",
		"python -m weather.server":                "weather.server",
		"node --inspect":                          "node",
		"node -e serve()":                         "node",
		"python3 -c import(server)":               "python3",
		"/usr/bin/node weather.mjs":               "weather",
		"docker run -i image":                     "docker",
		"\x1b[2J":                                 "-[2J",
	} {
		if got := serverconfig.CommandID(strings.Fields(line)); got != want {
			t.Errorf("%q is called %q, want %q", line, got, want)
		}
	}
}

func TestEndpointID(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"http://localhost:3000/mcp":           "localhost:3000",
		"http://localhost:3000":               "localhost:3000",
		"http://localhost:3000/sse":           "localhost:3000",
		"https://ada:secret@example.com/mcp/": "example.com",
		"https://example.com/teams/a?key=b":   "example.com/teams/a",
	} {
		if got := serverconfig.EndpointID(address); got != want {
			t.Errorf("%s is called %q, want %q", address, got, want)
		}
	}
}

func TestUnique(t *testing.T) {
	t.Parallel()
	servers := []mcpclient.Server{{ID: "a"}, {ID: "a"}, {ID: "a-2"}, {ID: "b"}, {ID: "a"}}
	serverconfig.Unique(servers)
	got := make([]string, len(servers))
	for i, s := range servers {
		got[i] = s.ID
	}
	if diff := cmp.Diff([]string{"a", "a-3", "a-2", "b", "a-4"}, got); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
}
