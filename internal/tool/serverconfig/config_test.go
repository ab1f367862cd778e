package serverconfig_test

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/serverconfig"
	"github.com/orielapps/oriel/ui"
)

var environ = []string{"HOME=/home/ada", "USERPROFILE=/home/ada", "TOKEN=old", "TOKEN=s3cret", "EMPTY=", "BRACES=${TOKEN}"}

// file writes a config file into a new folder and returns its path and the
// folder.
func file(t *testing.T, name, text string) (path, folder string) {
	t.Helper()
	folder = t.TempDir()
	path = filepath.Join(folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path, folder
}

func load(t *testing.T, name, text string) (config *serverconfig.Config, folder string) {
	t.Helper()
	path, folder := file(t, name, text)
	config, err := serverconfig.Load(path, environ)
	if err != nil {
		t.Fatal(err)
	}
	return config, folder
}

func TestClaude(t *testing.T) {
	t.Parallel()
	config, folder := load(t, ".mcp.json", `{
		"mcpServers": {
			"weather": {"command": "npx", "args": ["-y", "@x/weather", "--token=${TOKEN}"], "env": {"CITY": "${CITY:-Lisbon}", "E": "${EMPTY:-x}"}},
			"local": {"type": "stdio", "command": "./bin/server", "cwd": "tools"},
			"plain": {"command": "server", "disabled": false},
			"off": {"command": "rm", "disabled": true},
			"docs": {"type": "http", "url": "https://${HOST_NAME:-example.com}/mcp", "headers": {"authorization": "Bearer ${TOKEN}"}},
			"old": {"type": "sse", "url": "http://127.0.0.1:1/sse"},
			"long": {"type": "streamable-http", "url": "http://127.0.0.1:2/mcp"},
			"camel": {"type": "streamableHttp", "url": "http://127.0.0.1:3/mcp"},
			"any": {"url": "http://127.0.0.1:4/mcp"}
		}
	}`)
	want := []mcpclient.Server{
		{
			ID: "weather", Command: []string{"npx", "-y", "@x/weather", "--token=s3cret"}, Dir: folder,
			Env: append(append([]string{}, environ...), "CITY=Lisbon", "E="),
		},
		{ID: "local", Command: []string{filepath.Join(folder, "tools", "bin", "server")}, Dir: filepath.Join(folder, "tools")},
		{ID: "plain", Command: []string{"server"}, Dir: folder},
		{
			ID: "docs", Endpoint: "https://example.com/mcp", Transport: mcpclient.Streamable,
			Header: http.Header{"Authorization": {"Bearer s3cret"}},
		},
		{ID: "old", Endpoint: "http://127.0.0.1:1/sse", Transport: mcpclient.SSE},
		{ID: "long", Endpoint: "http://127.0.0.1:2/mcp", Transport: mcpclient.Streamable},
		{ID: "camel", Endpoint: "http://127.0.0.1:3/mcp", Transport: mcpclient.Streamable},
		{ID: "any", Endpoint: "http://127.0.0.1:4/mcp", Transport: mcpclient.Auto},
	}
	if diff := cmp.Diff(want, config.Servers); diff != "" {
		t.Errorf("servers (-want +got):\n%s", diff)
	}
	if len(config.Warnings) != 1 || !strings.HasSuffix(config.Warnings[0], `.mcp.json:6: The server "off" is disabled and left out.`) {
		t.Errorf("warnings: %q", config.Warnings)
	}
}

func TestVSCode(t *testing.T) {
	t.Parallel()
	config, folder := load(t, ".vscode/mcp.json", "\uFEFF"+`// What the team uses.
{
	"inputs": [{"type": "promptString", "id": "key"}], // not used
	"servers": {
		/* a program */
		"tools": {
			"type": "stdio",
			"command": "${workspaceFolder}/bin/tools",
			"args": ["${userHome}", "${workspaceFolderBasename}", "a${/}b",],
			"env": {"PORT": 8080, "TOKEN": null, "KEY": "${env:TOKEN}"},
			"dev": {"watch": "**"},
		},
		"web": {"type": "http", "url": "http://localhost:3000", "headers": {"X-N": 1}},
	},
} // the end`)
	want := []mcpclient.Server{
		{
			ID:      "tools",
			Command: []string{folder + "/bin/tools", "/home/ada", filepath.Base(folder), "a" + string(filepath.Separator) + "b"},
			Dir:     folder,
			Env:     []string{"HOME=/home/ada", "USERPROFILE=/home/ada", "EMPTY=", "BRACES=${TOKEN}", "PORT=8080", "KEY=s3cret"},
		},
		{ID: "web", Endpoint: "http://localhost:3000", Transport: mcpclient.Auto, Header: http.Header{"X-N": {"1"}}},
	}
	if diff := cmp.Diff(want, config.Servers); diff != "" {
		t.Errorf("servers (-want +got):\n%s", diff)
	}
	if len(config.Warnings) > 0 {
		t.Errorf("warnings: %q", config.Warnings)
	}
}

func TestEnvFile(t *testing.T) {
	t.Parallel()
	path, folder := file(t, ".vscode/mcp.json", `{"servers": {"tools": {
		"type": "stdio", "command": "tools", "envFile": "${workspaceFolder}/.env", "env": {"B": "own", "PORT": 80, "TOKEN": null}}}}`)
	text := "# comment\n\nA=1\r\nexport B = two words \nC='single \\n'\nD=\"a\\nb \\\"c\\\"\"\nE=\nF=x=y#z\n"
	if err := os.WriteFile(filepath.Join(folder, ".env"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	config, err := serverconfig.Load(path, []string{"HOME=/h", "TOKEN=1"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"HOME=/h", "A=1", "B=two words", `C=single \n`, "D=a\nb \"c\"", "E=", "F=x=y#z", "B=own", "PORT=80"}
	if diff := cmp.Diff(want, config.Servers[0].Env); diff != "" {
		t.Errorf("environment (-want +got):\n%s", diff)
	}
	if err := os.WriteFile(filepath.Join(folder, ".env"), []byte("A=1\nnot a variable\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := serverconfig.Load(path, environ); err == nil || !strings.Contains(err.Error(), "no KEY=value on line 2") {
		t.Errorf("a faulty env file: %v", err)
	}
	if err := os.Remove(filepath.Join(folder, ".env")); err != nil {
		t.Fatal(err)
	}
	if _, err := serverconfig.Load(path, environ); err == nil || !strings.Contains(err.Error(), "does not exist") {
		t.Errorf("a missing env file: %v", err)
	}
}

func TestCursor(t *testing.T) {
	t.Parallel()
	config, folder := load(t, ".cursor/mcp.json", `{"mcpServers": {"web": {"url": "http://localhost:1/mcp"}, "run": {"command": "run", "cwd": "~/work"}}}`)
	if got := config.Servers[1].Dir; got != filepath.FromSlash("/home/ada/work") {
		t.Errorf("~/work is %s", got)
	}
	config, _ = load(t, ".cursor/mcp.json", `{"mcpServers": {"run": {"command": "run"}}}`)
	if strings.HasSuffix(config.Servers[0].Dir, ".cursor") {
		t.Errorf("the folder of the project %s is %s", folder, config.Servers[0].Dir)
	}
}

func TestWarnings(t *testing.T) {
	t.Parallel()
	config, _ := load(t, "c.json", `{"mcpServers": {
		"a": {"command": "a", "autoApprove": [], "comand": 1, "headers": {},
			"sandboxEnabled": true},
		"b": {"url": "http://localhost/mcp", "oauth": {}, "env": {}}
	}, "theme": "dark"}`)
	want := []string{
		`:2: The server "a": "comand" is unknown and has no effect.`,
		`:2: The server "a" is a program, so "headers" has no effect.`,
		`:3: The server "a": "sandboxEnabled" has no effect; the program runs without a sandbox.`,
		`:4: The server "b": "oauth" is unknown and has no effect.`,
		`:4: The server "b" is an endpoint, so "env" has no effect.`,
	}
	for i, warning := range config.Warnings {
		if i >= len(want) || !strings.HasSuffix(warning, "c.json"+want[i]) {
			t.Errorf("warning %d: %s", i, warning)
		}
	}
	if len(config.Warnings) != len(want) {
		t.Errorf("%d warnings, want %d", len(config.Warnings), len(want))
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	one := func(entry string) string { return "{\"mcpServers\": {\n\"x\": " + entry + "}}" }
	for _, test := range []struct{ name, text, code, says string }{
		{"empty", ``, "config_malformed", "c.json:"},
		{"not JSON", "{\n'a': 1}", "config_malformed", "c.json:2:1: this is not JSON"},
		{"broken text", `{"mcpServers": {"a": {"env": {"K": "s3cret\x"}}}}`, "config_malformed", "not valid"},
		{"half", `{"mcpServers": {`, "config_malformed", "unexpected EOF"},
		{"two values", `{} {}`, "config_malformed", "after top-level value"},
		{"a list", `[]`, "value_type", "c.json:1: The file must be an object, not a list."},
		{"null", `null`, "value_type", "not null"},
		{"deep", `{"a":` + strings.Repeat("[", 500_000), "config_malformed", "brackets"},
		{"no servers", `{"context_servers": {}, "b": 1}`, "config_without_servers", `It has "context_servers", "b".`},
		{"an empty object", `{}`, "config_without_servers", "It is empty."},
		{"none", `{"mcpServers": {}}`, "config_without_servers", "has no enabled server"},
		{"all disabled", one(`{"command": "a", "disabled": true}`), "config_without_servers", "enabled"},
		{"servers are a list", `{"servers": []}`, "value_type", `"servers" must be an object, not a list`},
		{"an entry is a text", one(`"npx"`), "value_type", `c.json:2: The server "x" must be an object, not a text.`},
		{"no name", `{"mcpServers": {" ": {"command": "a"}}}`, "server_name_invalid", "no name"},
		{"twice", `{"mcpServers": {"a": {"command": "a"}, "a": {"command": "b"}}}`, "key_duplicate", `"a" twice`},
		{"twice, escaped", `{"mcpServers": {"a": {"command": "a"}, "\u0061": {"command": "b"}}}`, "key_duplicate", `"a" twice`},
		{"in both", `{"mcpServers": {"a": {"command": "a"}}, "servers": {"a": {"command": "b"}}}`, "server_duplicate", "twice"},
		{"two commands", one(`{"command": "a", "command": "b"}`), "key_duplicate", `"command" twice`},
		{"neither", one(`{"args": []}`), "server_incomplete", `neither "command" nor "url"`},
		{"both", one(`{"command": "a", "url": "http://a"}`), "server_ambiguous", "both"},
		{"program of type http", one(`{"command": "a", "type": "http"}`), "server_ambiguous", "type"},
		{"endpoint of type stdio", one(`{"url": "http://a", "type": "stdio"}`), "server_ambiguous", "type"},
		{"unknown type", one(`{"url": "http://a", "type": "ws"}`), "transport_unknown", `"ws"`},
		{"type is a number", one(`{"url": "http://a", "type": 1}`), "value_type", "a number"},
		{"command is a list", one(`{"command": ["a"]}`), "value_type", `"command" must be a text, not a list`},
		{"command is empty", one(`{"command": " "}`), "value_type", "empty"},
		{"args is a text", one(`{"command": "a", "args": "b"}`), "value_type", `"args" must be a list, not a text`},
		{"an arg is a number", one(`{"command": "a", "args": [1]}`), "value_type", "not a number"},
		{"env is a list", one(`{"command": "a", "env": []}`), "value_type", `"env" must be an object`},
		{"env has a number", one(`{"command": "a", "env": {"A": 1}}`), "value_type", "a number"},
		{"env has null", one(`{"command": "a", "env": {"A": null}}`), "value_type", "null"},
		{"env name", one(`{"command": "a", "env": {"A=B": ""}}`), "env_invalid", "can't name a variable"},
		{"env NUL", one(`{"command": "a", "env": {"A": "\u0000"}}`), "env_invalid", "NUL"},
		{"disabled is a text", one(`{"command": "a", "disabled": "true"}`), "value_type", "true or false"},
		{"cwd is a number", one(`{"command": "a", "cwd": 1}`), "value_type", "cwd"},
		{"url without scheme", one(`{"url": "localhost:3000/mcp"}`), "endpoint_invalid", `"http://localhost:3000/mcp"`},
		{"url of a file", one(`{"url": "file:///etc/passwd"}`), "endpoint_invalid", "http or https"},
		{"headers are a list", one(`{"url": "http://a", "headers": []}`), "value_type", "headers"},
		{"header name", one(`{"url": "http://a", "headers": {"a b": ""}}`), "header_invalid", "can't name a header"},
		{"header value", one(`{"url": "http://a", "headers": {"a": "x\r\nb: c"}}`), "header_invalid", "can't be sent"},
		{"reserved header", one(`{"url": "http://a", "headers": {"mcp-session-id": "x"}}`), "header_invalid", "belongs to the protocol"},
		{"unset", one("{\"command\": \"a\",\n\"args\": [\"${NOPE}\"]}"), "variable_unset", `c.json:3: The server "x": The environment variable NOPE is not set.`},
		{"unset env:", one(`{"command": "${env:NOPE}"}`), "variable_unset", "NOPE"},
		{"unset in header", one(`{"url": "http://a", "headers": {"a": "${NOPE}"}}`), "variable_unset", "NOPE"},
		{"input", one(`{"command": "a", "env": {"K": "${input:key}"}}`), "variable_unsupported", "${input:key} is a prompt of VS Code"},
		{"command variable", one(`{"command": "${command:pick}"}`), "variable_unsupported", "${command:…}"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			path, _ := file(t, "c.json", test.text)
			_, err := serverconfig.Load(path, environ)
			var fault *ui.Error
			if !errors.As(err, &fault) {
				t.Fatalf("error %v (%T)", err, err)
			}
			if fault.Code != test.code || !strings.Contains(err.Error(), test.says) || fault.Fix == "" {
				t.Errorf("%s: %v, want %s: …%s… and a fix", fault.Code, err, test.code, test.says)
			}
			if strings.Contains(err.Error(), "s3cret") || strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' && r != '\n' }) {
				t.Errorf("it shows what it must not: %q", err)
			}
		})
	}
}

func TestFaultsAreToldTogether(t *testing.T) {
	t.Parallel()
	path, _ := file(t, "c.json", `{"mcpServers": {"a": {}, "b": {"command": "x"},
		"c": {"url": "nowhere"}}}`)
	_, err := serverconfig.Load(path, environ)
	faults, ok := errors.AsType[serverconfig.Faults](err)
	if !ok || len(faults) != 2 || faults[0].Code != "server_incomplete" || faults[1].Code != "endpoint_invalid" {
		t.Errorf("%v", err)
	}
	entries := make([]string, 1000)
	for i := range entries {
		entries[i] = `"` + strings.Repeat("a", i+1) + `": {}`
	}
	path, _ = file(t, "c.json", `{"mcpServers": {`+strings.Join(entries[:99], ",")+`}}`)
	_, err = serverconfig.Load(path, environ)
	if faults, ok = errors.AsType[serverconfig.Faults](err); !ok || len(faults) != 21 {
		t.Errorf("%d faults are told of many", len(faults))
	}
	path, _ = file(t, "c.json", `{"mcpServers": {`+strings.Join(entries, ",")+`}}`)
	if _, err = serverconfig.Load(path, environ); err == nil || !strings.Contains(err.Error(), "more than 100 servers") {
		t.Errorf("1000 servers: %v", err)
	}
}

func TestUnreadableFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	large, _ := file(t, "large.json", `{"mcpServers": {}}`+strings.Repeat(" ", 1<<20))
	for path, code := range map[string]string{
		filepath.Join(folder, "missing.json"): "config_unreadable",
		folder:                                "config_unreadable",
		large:                                 "config_too_large",
	} {
		_, err := serverconfig.Load(path, nil)
		if fault, ok := errors.AsType[*ui.Error](err); !ok || fault.Code != code || fault.Fix == "" {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// Names become ids, which go to a terminal and into addresses.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	config, _ := load(t, "c.json", `{"mcpServers": {
		"\u001b]0;title\u0007": {"command": "a"},
		"a\nb": {"command": "a"}, "a\rb": {"command": "a"}, "a-b-2": {"command": "a"},
		"\u202etxt.exe": {"command": "a", "\u001b[2J": 1},
		"`+strings.Repeat("ä", 100)+`": {"command": "a"},
		"<script>&\"'": {"command": "a"},
		"Größe in €": {"command": "a"}
	}}`)
	want := []string{"-]0;title-", "a-b", "a-b-3", "a-b-2", "-txt.exe", strings.Repeat("ä", 63) + "…", `<script>&"'`, "Größe in €"}
	for i, server := range config.Servers {
		if server.ID != want[i] {
			t.Errorf("id %q, want %q", server.ID, want[i])
		}
	}
	if text := strings.Join(config.Warnings, "\n"); strings.ContainsAny(text, "\u001b\u202e") || !strings.Contains(text, `\x1b[2J`) {
		t.Errorf("warnings: %q", text)
	}
}
