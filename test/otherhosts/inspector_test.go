package otherhosts_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/test/browsertest"
)

// The official Inspector of the second generation speaks both lifecycles: "legacy" is the
// one that begins with initialize, "modern" the one of 2026-07-28.
var eras = map[string]string{"legacy": initialized, "modern": stateless}

func showInInspector(t *testing.T, browser *browsertest.Browser, shown []app) {
	t.Helper()
	type server struct {
		Type        string `json:"type"`
		URL         string `json:"url"`
		ProtocolEra string `json:"protocolEra"`
	}
	servers := map[string]server{}
	for _, a := range shown {
		for era := range eras {
			servers[a.name+" "+era] = server{"http", a.serve(t), era}
		}
	}
	address := startInspector(t, map[string]any{"mcpServers": servers})
	for _, a := range shown {
		for era, version := range eras {
			t.Run("Inspector "+version+" "+a.name, func(t *testing.T) {
				t.Parallel()
				a.inspect(t, browser.Open(t, address), a.name+" "+era, version)
			})
		}
	}
}

// startInspector runs the Inspector with a list of servers, and returns the address of its
// page, with the token.
func startInspector(t *testing.T, list any) string {
	t.Helper()
	modules, err := filepath.Abs(filepath.Join(root, "node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	node, inspector := filepath.Join(modules, "node", "bin", "node"), filepath.Join(modules, "@modelcontextprotocol", "inspector", "clients", "launcher", "build", "index.js")
	if runtime.GOOS == "windows" {
		node += ".exe"
	}
	for _, needed := range []string{node, inspector} {
		if _, err = os.Stat(needed); err != nil {
			t.Fatalf("a package is not installed; run \"make test\", which does it, or \"npm ci\": %v", err)
		}
	}
	home := t.TempDir()
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	programtest.Write(t, home, "servers.json", string(text))
	// It takes no port that the system chooses, except for its sandboxes.
	host, port, err := net.SplitHostPort(programtest.FreeAddress(t))
	if err != nil {
		t.Fatal(err)
	}
	environ := append(os.Environ(), "HOME="+home, "USERPROFILE="+home, "MCP_STORAGE_DIR="+home, "MCP_INSPECTOR_SECRET_STORE=memory",
		"HOST="+host, "CLIENT_PORT="+port, "MCP_SANDBOX_PORT=0", "MCP_APP_ORIGIN_PORT=0", "MCP_AUTO_OPEN_ENABLED=false")
	return programtest.StartWith(t, home, environ, node, inspector, "--web", "--config", filepath.Join(home, "servers.json")).URL
}

// inspect connects the Inspector's page to a server of its list, opens the app there, and
// uses its view.
func (a app) inspect(t *testing.T, page *browsertest.Page, server, version string) {
	t.Helper()
	main, ctx := page.Main(), t.Context()
	const (
		form = `[data-testid="apps-form"]`
		item = `button[data-variant="listItem"]`
	)
	err := inOrder(
		func() error { return page.Viewport(ctx, 1600, 1200, 0) },
		func() error {
			return main.Click(ctx, `label:has(input[aria-label='Connect or disconnect "`+server+`"'])`)
		},
		func() error {
			return main.WaitFor(ctx, `document.querySelector('[data-testid="connection-status"]').dataset.status === "connected"`)
		},
		func() error { return main.WaitForText(ctx, "main", "MCP "+version) },
		func() error { return main.Click(ctx, `input[value="Apps"] + label`) },
		func() error { return main.Fill(ctx, `input[placeholder="Search apps..."]`, a.title) },
		func() error { return main.WaitFor(ctx, `document.querySelectorAll('`+item+`').length === 1`) },
		func() error { return main.Click(ctx, item) },
		func() error { return a.open(ctx, main, form) },
		func() error {
			return main.WaitFor(ctx, `["ready", "error"].includes(document.querySelector('`+form+`').dataset.appStatus)`)
		},
	)
	if err != nil {
		t.Fatal(err)
	}
	got, err := browsertest.Eval[map[string]string](ctx, main, `({ ...document.querySelector('`+form+`').dataset })`)
	if err != nil || got["appStatus"] != "ready" {
		t.Fatalf("the app is %v, %v", got, err)
	}
	if err := a.use(ctx, page.Frame(form+" iframe").Frame("iframe")); err != nil {
		t.Error(err)
	}
	for _, v := range page.Violations() {
		t.Errorf("a policy is in the way: %s", v)
	}
}

// open writes the arguments into the form that the Inspector makes from the schema, and
// submits it. A label, which begins with the argument's name, tells which input is which.
// A tool without arguments has no form: it is open as soon as it is chosen.
func (a app) open(ctx context.Context, main *browsertest.Frame, form string) error {
	if len(a.arguments) == 0 {
		return nil
	}
	for name, value := range a.arguments {
		marked := fmt.Sprintf(`((name) => [...document.querySelectorAll('%s label')]
			.filter(({ control, textContent }) => control && textContent.split(" ")[0].replace("*", "") === name)
			.map(({ control }) => control.dataset.argument = name).length === 1)(%q)`, form, name)
		err := inOrder(
			func() error { return main.WaitFor(ctx, marked) },
			func() error { return main.Fill(ctx, fmt.Sprintf(`%s [data-argument=%q]`, form, name), value) },
		)
		if err != nil {
			return err
		}
	}
	return main.Click(ctx, `[data-testid="open-app"]`)
}
