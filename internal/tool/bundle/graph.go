package bundle

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/internal/tool/bundle/resolver"
)

// edge notes that one file imports another, and returns the other.
func (c *compiler) edge(args api.OnResolveArgs, result api.OnResolveResult) api.OnResolveResult {
	if result.Path == "" || result.External {
		return result
	}
	from := c.displayName(args.Namespace, args.Importer)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.imports[from] == nil {
		c.imports[from] = make(map[string]bool)
	}
	c.imports[from][c.displayName(result.Namespace, result.Path)] = true
	return result
}

// displayName returns the name of a module in messages; "" for a generated entry.
func (c *compiler) displayName(namespace, name string) string {
	switch namespace {
	case fromProject, fromNothing, fromPrebuilt:
		return name
	case fromRuntime:
		return runtimeName + "/" + name
	case fromPage:
		if c.page != nil {
			return c.page.name
		}
	}
	return ""
}

// importers returns the shortest chain of imports from the view to a file, without that
// file. The result is deterministic.
func (c *compiler) importers(name string) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	before := map[string]string{"": ""}
	queue := []string{""}
	if c.page != nil {
		queue = append(queue, c.page.name)
		before[c.page.name] = ""
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		if at == name && at != "" {
			break
		}
		for _, next := range slices.Sorted(maps.Keys(c.imports[at])) {
			if _, ok := before[next]; !ok {
				before[next] = at
				queue = append(queue, next)
			}
		}
	}
	var way []string
	for at := before[name]; at != ""; at = before[at] {
		way = append(way, at)
	}
	slices.Reverse(way)
	return way
}

// importerOf returns the file outside the runtime through which a file of the runtime is
// imported.
func (c *compiler) importerOf(name string) string {
	user := ""
	for _, file := range c.importers(name) {
		if !strings.HasPrefix(file, runtimeName) {
			user = file
		}
	}
	return user
}

// maxImporters is the most importers in a message.
const maxImporters = 6

// withImporters adds to a fault in a package's file how the view imports it.
func (c *compiler) withImporters(fault *Fault, name string) *Fault {
	way := c.importers(name)
	if len(way) == 0 {
		return fault
	}
	if len(way) > maxImporters {
		way = slices.Concat(way[:maxImporters/2], []string{"…"}, way[len(way)-maxImporters/2:])
	}
	extended := *fault
	extended.Message += " The file is imported by " + strings.Join(way, " → ") + "."
	return &extended
}

// wasmWarnings warns of WebAssembly, which hosts may forbid.
func (c *compiler) wasmWarnings() Faults {
	var warnings Faults
	for _, name := range slices.Concat(slices.Sorted(maps.Keys(c.projectFiles)), slices.Sorted(maps.Keys(c.packageFiles))) {
		if strings.ToLower(path.Ext(name)) == ".wasm" {
			warnings = append(warnings, &Fault{
				Code:    "wasm_refused",
				File:    name,
				Message: "Hosts may refuse to run WebAssembly: the policy of MCP Apps does not allow it.",
				Fix:     "Let the view do without it where WebAssembly.instantiate fails, or do this in the tool, in Go.",
			})
		}
	}
	return warnings
}

// single are packages of which a page can't have two copies: they don't share hooks and state.
var single = []string{"react", "react-dom", "preact"}

// duplicateWarnings warns of packages of which the view has two copies, where that never works.
func (c *compiler) duplicateWarnings() Faults {
	copies := make(map[string][]*resolver.Package)
	for _, name := range slices.Sorted(maps.Keys(c.packageFiles)) {
		m := c.resolver.PackageOf(path.Dir(name))
		for m != nil && m.Dir != "." && !slices.Contains(single, m.Name) {
			m = c.resolver.PackageOf(path.Dir(m.Dir)) // "preact-hooks" is a folder of preact
		}
		if m != nil && slices.Contains(single, m.Name) && !slices.Contains(copies[m.Name], m) {
			copies[m.Name] = append(copies[m.Name], m)
		}
	}
	var warnings Faults
	for _, name := range single {
		list := copies[name]
		if len(list) < 2 {
			continue
		}
		places := make([]string, len(list))
		for i, m := range list {
			places[i] = strings.TrimSpace(m.Dir + " " + m.Version)
		}
		warnings = append(warnings, &Fault{
			Code: "package_duplicate",
			Message: fmt.Sprintf("The view has %d copies of %s, which don't share hooks and contexts: %s.",
				len(list), name, strings.Join(places, ", ")),
			Fix: fmt.Sprintf("Let all packages depend on one version of %s, and install again.", name),
		})
	}
	return warnings
}
