package architecture_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// A rule says which of our packages a package may import. Packages are named
// relative to the module's root, which is "."; "…/..." stands for a package and
// all below it.
type rule struct {
	packages string
	imports  []string
	// server is set for what a production server carries.
	server bool
}

// rules are the arrows of docs/architecture.md. The first that fits counts.
var rules = []rule{
	{packages: "ui", server: true},
	{packages: "schema", server: true},
	{packages: "state", server: true},
	{packages: "state/statetest", imports: []string{"state"}},
	{packages: "view", server: true},
	{packages: "internal/jsonwalk", server: true},
	{packages: "hosts", imports: []string{"ui", "internal/jsonwalk"}, server: true},
	{packages: "internal/webpage", imports: []string{"view"}, server: true},
	{packages: "adapter", imports: []string{"ui", "hosts", "view", "internal/webpage"}, server: true},
	{packages: "internal/serve", imports: []string{"ui", "hosts", "internal/jsonwalk"}, server: true},
	{packages: ".", imports: []string{"ui", "schema", "state", "view", "hosts", "adapter", "internal/serve"}, server: true},

	// They know of an app what any user of it does.
	{packages: "orieltest", imports: []string{".", "ui", "hosts"}},
	// This one carries go-sdk, which is what it is for.
	{packages: "gosdk", imports: []string{".", "ui", "hosts"}},

	{packages: "internal/naming"},
	{packages: "internal/bundle", imports: []string{"ui", "view", "internal/bundle/tailwind", "internal/naming"}},
	{packages: "internal/bundle/tailwind"},
	{packages: "internal/bundle/npm", imports: []string{"ui", "internal/bundle/npm/registry", "internal/bundle/npm/semver"}},
	{packages: "internal/bundle/npm/registry", imports: []string{"ui"}},
	{packages: "internal/bundle/npm/semver"},
	{packages: "internal/bundle/npm/resolve", imports: []string{"ui", "internal/bundle/npm", "internal/bundle/npm/registry", "internal/bundle/npm/semver"}},
	{packages: "internal/apptypes", imports: []string{"ui", "schema", "internal/procgroup"}},
	{packages: "internal/devloop/watch"},
	{packages: "internal/devloop", imports: []string{
		"ui", "schema", "internal/apptypes", "internal/bundle", "internal/bundle/npm", "internal/devloop/foreign", "internal/devloop/watch", "internal/editor",
		"internal/naming", "internal/procgroup", "internal/typecheck",
	}},
	{packages: "internal/devloop/foreign", imports: []string{"ui", "view", "internal/webpage"}},
	{packages: "internal/editor", imports: []string{"view"}},
	{packages: "internal/scaffold", imports: []string{"ui", "internal/naming"}},
	{packages: "internal/secrets"},
	{packages: "internal/terminal"},
	{packages: "internal/procgroup"},
	{packages: "internal/mcpclient", imports: []string{"ui", "hosts", "internal/secrets", "internal/procgroup"}},
	{packages: "internal/connector"},
	{packages: "internal/typecheck", imports: []string{"ui", "internal/procgroup"}},
	{packages: "internal/tunnel", imports: []string{"ui", "internal/procgroup"}},
	{packages: "internal/serverconfig", imports: []string{"ui", "internal/mcpclient"}},
	{packages: "internal/sandbox", imports: []string{"ui", "hosts", "adapter", "view"}},
	{packages: "internal/workbench", imports: []string{"ui", "hosts", "view", "internal/sandbox", "internal/mcpclient", "internal/secrets"}},
	{packages: "cmd/oriel", imports: []string{
		".", "ui", "hosts", "adapter", "view", "schema", "examples/...",
		"internal/apptypes", "internal/bundle", "internal/bundle/npm/...", "internal/connector", "internal/devloop", "internal/editor", "internal/mcpclient",
		"internal/naming", "internal/sandbox", "internal/scaffold", "internal/serverconfig", "internal/terminal", "internal/tunnel", "internal/typecheck", "internal/workbench",
	}},

	// An example is what a user would write: the public packages and its own.
	{packages: "examples/...", imports: []string{".", "ui", "state", "own"}, server: true},

	// For building and testing this repository; nobody imports them.
	{packages: "internal/assets"},
	{packages: "internal/hostfiles", imports: []string{"hosts"}},
	{packages: "internal/viewdocs"},
	{packages: "internal/viewpackage"},
	{packages: "internal/attachtest", imports: []string{".", "ui", "orieltest"}},
	{packages: "internal/architecture", imports: []string{"internal/bundle/npm/registry"}},
	{packages: "internal/browsertest", imports: []string{"internal/procgroup"}},
	{packages: "internal/clients"},
	{packages: "internal/clients/probe", imports: []string{".", "ui"}},
	{packages: "internal/clients/probe/program", imports: []string{".", "internal/clients/probe"}},
	{packages: "internal/clients/trial", imports: []string{".", "ui", "internal/clients/probe"}},
	{packages: "internal/bundle/npm/npmtest", imports: []string{"internal/procgroup"}},
	{packages: "internal/hostile"},
	{packages: "internal/interop"},
	{packages: "internal/peers", imports: []string{"internal/programtest"}},
	{packages: "internal/programtest"},
	{packages: "internal/migrationtest"},
	{packages: "internal/viewtest"},
	{packages: "internal/viewtest/components"},
	{packages: "internal/viewtest/entries"},
	{packages: "internal/viewtest/hooks"},
	{packages: "internal/viewtest/state"},
	{packages: "internal/viewtest/viewpage", imports: []string{"internal/browsertest"}},
	{packages: "internal/workbenchtest", imports: []string{"internal/mcpclient", "internal/workbench"}},
	{packages: "conformance"},
	{packages: "scripts/screenshots", imports: []string{"internal/browsertest", "internal/programtest"}},
}

// heavy are the modules that a production server must not carry.
var heavy = []string{
	"github.com/evanw/esbuild",
	"github.com/fsnotify/fsnotify",
	"github.com/chromedp",
	"github.com/alecthomas/kong",
	"github.com/tailscale/hujson",
	"github.com/dop251/goja",
	"github.com/mdp/qrterminal",
	"charm.land",
	"golang.org/x/term",
	"golang.org/x/sync",
	"github.com/modelcontextprotocol/go-sdk",
}

// A listed package is what "go list" tells of one.
type listed struct {
	ImportPath string   `json:"ImportPath"`
	Imports    []string `json:"Imports"`
}

func TestArrows(t *testing.T) {
	t.Parallel()
	for _, system := range []string{"linux", "darwin", "windows"} {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			packages := list(t, system)
			ours := ourPackages(t, packages)
			for _, path := range ours {
				r, known := ruleFor(path)
				if !known {
					t.Errorf("no rule says what %s may import. Say where it belongs in docs/architecture.md, and here in rules.", path)
					continue
				}
				for _, imported := range packages[absolute(path)].Imports {
					other, isOurs := relative(imported)
					if isOurs && !r.allows(path, other) {
						t.Errorf("%s imports %s, but may import of our packages only: %s. "+
							"Move the code to where both may reach it, or pass it in as a value.", path, other, r.allowed())
					}
				}
			}
		})
	}
}

// A server binary is small and starts quickly because none of the tools' large
// dependencies is in it.
func TestServersCarryNoTools(t *testing.T) {
	t.Parallel()
	packages := list(t, "linux")
	var checked []string
	for _, path := range ourPackages(t, packages) {
		if r, known := ruleFor(path); !known || !r.server {
			continue
		}
		checked = append(checked, path)
		for _, chain := range chainsTo(packages, absolute(path), heavy) {
			t.Errorf("%s is for production servers, but carries a tool of the command line:\n\t%s", path, strings.Join(chain, "\n\t→ "))
		}
	}
	for _, must := range []string{"ui", "hosts", "adapter", "view", ".", "examples/hello"} {
		if !slices.Contains(checked, must) {
			t.Errorf("%s was not checked", must)
		}
	}
}

// The rules themselves: a package is found, and each wrong import is.
func TestRules(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		from, to string
		want     bool
	}{
		{"hosts", "ui", true},
		{"ui", "hosts", false},
		{"schema", "ui", false},
		{"view", "ui", false},
		{"adapter", "internal/serve", false},
		{"internal/serve", "adapter", false},
		{"internal/serve", ".", false},
		{".", "internal/serve", true},
		{".", "internal/bundle", false},
		{".", "internal/workbench", false},
		{".", "orieltest", false},
		{"orieltest", ".", true},
		{"orieltest", "internal/serve", false},
		{"gosdk", ".", true},
		{"gosdk", "internal/serve", false},
		{"gosdk", "adapter", false},
		{"orieltest", "adapter", false},
		{"internal/workbench", "internal/sandbox", true},
		{"internal/sandbox", "internal/workbench", false},
		{"internal/workbench", ".", false},
		{"cmd/oriel", "internal/workbench", true},
		{"cmd/oriel", "internal/serverconfig", true},
		{"internal/serverconfig", "internal/mcpclient", true},
		{"internal/mcpclient", "internal/secrets", true},
		{"internal/secrets", "ui", false},
		{".", "internal/secrets", false},
		{"internal/workbench", "internal/serverconfig", false},
		{".", "internal/serverconfig", false},
		{"cmd/oriel", "internal/browsertest", false},
		{"examples/almanac", "examples/almanac/sky", true},
		{"examples/almanac/app", "examples/almanac/views", true},
		{"examples/almanac", "examples/hello/views", false},
		{"examples/almanac", "view", false},
		{"examples/almanac", "internal/serve", false},
		{"cmd/oriel", "examples/almanac/app", true},
	} {
		r, known := ruleFor(test.from)
		if !known {
			t.Errorf("no rule for %s", test.from)
			continue
		}
		if got := r.allows(test.from, test.to); got != test.want {
			t.Errorf("%s → %s: allowed %v, want %v", test.from, test.to, got, test.want)
		}
	}
	for _, unknown := range []string{"internal/helpers", "util", "internal", "uix", "internal/browsertest2"} {
		if r, known := ruleFor(unknown); known {
			t.Errorf("%s is taken for %s", unknown, r.packages)
		}
	}
}

// list returns every package that ours consist of on a system, ours included.
func list(t *testing.T, system string) map[string]listed {
	t.Helper()
	// Without cgo, other systems' packages are listed as they are built there.
	output := run(t, root(t), []string{"GOOS=" + system, "CGO_ENABLED=0"},
		"go", "list", "-deps", "-json=ImportPath,Imports", "./...")
	packages := map[string]listed{}
	for decoder := json.NewDecoder(strings.NewReader(string(output))); ; {
		var p listed
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			return packages
		}
		if err != nil {
			t.Fatal(err)
		}
		packages[p.ImportPath] = p
	}
}

// ourPackages returns the module's packages, by their path from its root.
func ourPackages(t *testing.T, packages map[string]listed) []string {
	t.Helper()
	var ours []string
	for path := range packages {
		if short, isOurs := relative(path); isOurs {
			ours = append(ours, short)
		}
	}
	slices.Sort(ours)
	for _, must := range []string{".", "ui", "hosts", "adapter"} {
		if !slices.Contains(ours, must) {
			t.Fatalf("go list did not find the package %s; it found %q", must, ours)
		}
	}
	return ours
}

// chainsTo returns a shortest chain of imports from a package to each of the
// modules that it reaches.
func chainsTo(packages map[string]listed, from string, modules []string) [][]string {
	var chains [][]string
	found := map[string]bool{}
	before := map[string]string{from: ""}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		path := queue[0]
		for _, module := range modules {
			if !found[module] && within(path, module) {
				found[module] = true
				chains = append(chains, chain(before, path))
			}
		}
		for _, next := range packages[path].Imports {
			if _, seen := before[next]; !seen {
				before[next] = path
				queue = append(queue, next)
			}
		}
	}
	return chains
}

func chain(before map[string]string, path string) []string {
	var steps []string
	for ; path != ""; path = before[path] {
		steps = append(steps, path)
	}
	slices.Reverse(steps)
	return steps
}

func ruleFor(path string) (rule, bool) {
	for _, r := range rules {
		if matches(r.packages, path) {
			return r, true
		}
	}
	return rule{}, false
}

func (r rule) allows(from, to string) bool {
	for _, allowed := range r.imports {
		if allowed == "own" {
			// examples/almanac and what is below it belong together.
			parts := strings.SplitN(from, "/", 3)
			if len(parts) > 1 && within(to, parts[0]+"/"+parts[1]) {
				return true
			}
		} else if matches(allowed, to) {
			return true
		}
	}
	return false
}

func (r rule) allowed() string {
	if len(r.imports) == 0 {
		return "none"
	}
	return strings.Join(r.imports, ", ")
}

// matches reports whether a path is the one that a pattern names.
func matches(pattern, path string) bool {
	if above, all := strings.CutSuffix(pattern, "/..."); all {
		return within(path, above)
	}
	return pattern == path
}

func within(path, above string) bool {
	return path == above || strings.HasPrefix(path, above+"/")
}

func relative(importPath string) (string, bool) {
	if importPath == modulePath {
		return ".", true
	}
	return strings.CutPrefix(importPath, modulePath+"/")
}

func absolute(path string) string {
	if path == "." {
		return modulePath
	}
	return fmt.Sprintf("%s/%s", modulePath, path)
}
