package bundle

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/internal/tool/bundle/resolver"
	"github.com/orielapps/oriel/internal/tool/bundle/source"
	"github.com/orielapps/oriel/view"
)

// prebuiltPackages are bundled once for all views in development, into a script before a
// view's own, so that an edited view is built and parsed without them. They are large, and
// as CommonJS modules have no exports that could be left out.
var prebuiltPackages = []string{"react", "react-dom", "scheduler"}

// prebuiltName is the global variable of that script.
const prebuiltName = view.DevPackages

// prebuilt is a script of packages and its sources.
type prebuilt struct {
	entries []string // files that views import, sorted
	element string   // the script element
	edges   []resolvedImport
	files   map[string]stamp
}

// resolvedImport is an import and the file that it led to.
type resolvedImport struct {
	args api.OnResolveArgs
	to   string
}

// stamp identifies the content of a package's file. Package managers replace files, and
// nobody edits them twice within a clock's tick.
type stamp struct {
	size     int64
	modified time.Time
}

// prebuiltCache has the prebuilt script of all views of a [Dev].
type prebuiltCache struct {
	mu     sync.Mutex
	script *prebuilt
}

// isPrebuilt reports whether a file is imported from the prebuilt script.
func (c *compiler) isPrebuilt(at resolver.File) bool {
	return c.mode.prebuilt != nil && resolver.InPackage(at.Name) && c.prebuildable(at.Name)
}

func (c *compiler) prebuildable(name string) bool {
	switch path.Ext(name) {
	case ".js", ".cjs", ".mjs":
	default:
		return false
	}
	m := c.resolver.PackageOf(path.Dir(name))
	return m != nil && slices.Contains(prebuiltPackages, m.Name)
}

// loadPrebuilt returns a module that imports a file from the prebuilt script.
func (c *compiler) loadPrebuilt(name string, _ map[string]string) (string, api.Loader, *Fault) {
	c.note(name)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.prebuiltFiles == nil {
		c.prebuiltFiles = make(map[string]bool)
	}
	c.prebuiltFiles[name] = true
	return "module.exports = " + prebuiltName + "[" + strconv.Quote(name) + "]();", api.LoaderJS, nil
}

// prebuild makes the prebuilt script that the bundle needs. It reports whether it could; if
// not, bundling the view with all its packages shows why.
func (c *compiler) prebuild() bool {
	if len(c.prebuiltFiles) == 0 {
		return true
	}
	s := c.mode.prebuilt
	s.mu.Lock()
	defer s.mu.Unlock()
	entries := slices.Sorted(maps.Keys(c.prebuiltFiles))
	if s.script != nil {
		// Other views share this script: keep their entries whose files still exist.
		for _, name := range s.script.entries {
			if !c.prebuiltFiles[name] && c.tree.Look(name) == source.Regular {
				entries = append(entries, name)
			}
		}
		slices.Sort(entries)
	}
	if s.script == nil || !slices.Equal(s.script.entries, entries) || !c.isCurrent(s.script) {
		made := c.prebuilt(entries)
		if made == nil {
			return false
		}
		s.script = made
	}
	c.usePrebuilt(s.script)
	return true
}

// isCurrent reports whether the sources of a prebuilt script are unchanged.
func (c *compiler) isCurrent(p *prebuilt) bool {
	for name, known := range p.files {
		if at, ok := c.stampOf(name); !ok || at != known {
			return false
		}
	}
	for _, one := range p.edges {
		at, fault := c.resolveScript(one.args)
		if fault != nil || at.Name != one.to {
			return false
		}
	}
	return true
}

func (c *compiler) stampOf(name string) (stamp, bool) {
	info, err := fs.Stat(c.tree.Files, name)
	if err != nil {
		return stamp{}, false
	}
	return stamp{info.Size(), info.ModTime()}, true
}

// prebuilt bundles files of packages; nil if that fails.
func (c *compiler) prebuilt(entries []string) *prebuilt {
	var text strings.Builder
	text.WriteString("globalThis." + prebuiltName + " = {\n")
	for _, name := range entries {
		text.WriteString(strconv.Quote(name) + ": () => require(" + strconv.Quote(module{fromProject, name}.String()) + "),\n")
	}
	text.WriteString("};\n")

	b := newCompiler(c.tree.Files, c.runtime, c.views, c.dir)
	b.tree, b.resolver = c.tree, c.resolver
	b.mode = mode{environment: development, recording: true, compact: true}
	outputs, faults, _ := b.compile([]target{{name: "prebuilt", text: text.String()}})
	if len(faults) > 0 {
		return nil
	}
	made := &prebuilt{entries: entries, element: view.PackagesScript(outputs["prebuilt"].script), edges: b.resolved, files: make(map[string]stamp)}
	for name := range b.packageFiles {
		at, ok := c.stampOf(name)
		if !ok {
			return nil
		}
		made.files[name] = at
	}
	return made
}

// usePrebuilt adds the script to the view, and notes the files of it that the view uses.
func (c *compiler) usePrebuilt(p *prebuilt) {
	c.prebuiltElement = p.element
	queue := slices.Collect(maps.Keys(c.prebuiltFiles))
	for done := map[string]bool{}; len(queue) > 0; {
		name := queue[0]
		queue = queue[1:]
		if done[name] {
			continue
		}
		done[name] = true
		c.note(name)
		c.tree.MarkRead(name)
		for _, one := range p.edges {
			if one.args.Importer == name {
				queue = append(queue, one.to)
			}
		}
	}
}

// record notes where an import led, if mode.recording is set.
func (c *compiler) record(args api.OnResolveArgs, at resolver.File) {
	if !c.mode.recording {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.resolved = append(c.resolved, resolvedImport{args: args, to: at.Name})
}

// bundle bundles the view itself: with the prebuilt script, if there is a cache of them.
func (c *compiler) bundle(targets []target) (outputs map[string]output, faults, warnings Faults) {
	outputs, faults, warnings = c.compile(targets)
	if c.mode.prebuilt == nil || len(faults) > 0 || c.prebuild() {
		return outputs, faults, warnings
	}
	c.mode.prebuilt = nil
	return c.compile(targets)
}
