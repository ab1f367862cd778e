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

// edge notes that one file imports another, and returns what the other is.
func (c *compiler) edge(args api.OnResolveArgs, result api.OnResolveResult) api.OnResolveResult {
	if result.Path == "" || result.External {
		return result
	}
	from := c.shown(args.Namespace, args.Importer)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.graph[from] == nil {
		c.graph[from] = make(map[string]bool)
	}
	c.graph[from][c.shown(result.Namespace, result.Path)] = true
	return result
}

// shown is how people know a module; "" is where they don't: what only begins a
// bundle.
func (c *compiler) shown(namespace, name string) string {
	switch namespace {
	case fromProject, fromNothing, fromShelf:
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

// importers returns the shortest way from the view to a file, that file left
// out. Of several, it is the same one each time.
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
		for _, next := range slices.Sorted(maps.Keys(c.graph[at])) {
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

// userOf returns the file that imports a part of the runtime, on the shortest way
// to a file of it.
func (c *compiler) userOf(name string) string {
	user := ""
	for _, file := range c.importers(name) {
		if !strings.HasPrefix(file, runtimeName) {
			user = file
		}
	}
	return user
}

// maxWay is how many files a message names on the way to one.
const maxWay = 6

// traced adds to a fault in a file that is not the user's how the view came to
// it.
func (c *compiler) traced(fault *Fault, name string) *Fault {
	way := c.importers(name)
	if len(way) == 0 {
		return fault
	}
	if len(way) > maxWay {
		way = slices.Concat(way[:maxWay/2], []string{"…"}, way[len(way)-maxWay/2:])
	}
	traced := *fault
	traced.Message += " The file is imported by " + strings.Join(way, " → ") + "."
	return &traced
}

// wasm warns of WebAssembly, which runs where somebody tries it and not where it
// has to.
func (c *compiler) wasm() Faults {
	var warnings Faults
	for _, name := range slices.Concat(slices.Sorted(maps.Keys(c.used)), slices.Sorted(maps.Keys(c.held))) {
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

// single are packages of which a page can't have two: state and hooks of one are
// not those of the other.
var single = []string{"react", "react-dom", "preact"}

// twice warns of packages that are in the view twice, where that never works.
func (c *compiler) twice() Faults {
	copies := make(map[string][]*resolver.Package)
	for _, name := range slices.Sorted(maps.Keys(c.held)) {
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
			Message: fmt.Sprintf("The view has %d copies of %s, whose hooks and contexts don't know each other: %s.",
				len(list), name, strings.Join(places, ", ")),
			Fix: fmt.Sprintf("Let all packages depend on one version of %s, and install again.", name),
		})
	}
	return warnings
}
