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

// prebuiltPackages are bundled once for all views in development, as a script
// that goes before a view's own. They are large, and CommonJS: what a view does
// not use of them could not be left out anyway. A view that was edited is then
// built and parsed without them.
var prebuiltPackages = []string{"react", "react-dom", "scheduler"}

// prebuiltName is the global variable that the script declares.
const prebuiltName = view.DevPackages

// prebuilt is a script of packages, and what it was made of.
type prebuilt struct {
	entries []string // files that views import, sorted
	element string   // the script element
	edges   []led
	files   map[string]stamp
}

// led is an import and where it led.
type led struct {
	args api.OnResolveArgs
	to   string
}

// stamp tells one content of a package's file from another. Package managers
// replace files; nobody edits them twice within a clock's tick.
type stamp struct {
	size     int64
	modified time.Time
}

// shelf keeps what was prebuilt. It is shared by all views of a [Dev].
type shelf struct {
	mu  sync.Mutex
	has *prebuilt
}

// fromShelf reports whether a file is to be imported from what is prebuilt.
func (c *compiler) fromShelf(at resolver.File) bool {
	return c.mode.shelf != nil && resolver.InPackage(at.Name) && c.prebuildable(at.Name)
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

// loadPrebuilt returns the module that stands for a file that is prebuilt.
func (c *compiler) loadPrebuilt(name string, _ map[string]string) (string, api.Loader, *Fault) {
	c.note(name)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.wanted == nil {
		c.wanted = make(map[string]bool)
	}
	c.wanted[name] = true
	return "module.exports = " + prebuiltName + "[" + strconv.Quote(name) + "]();", api.LoaderJS, nil
}

// prebuild sees to it that what the bundle wants is prebuilt. It reports whether
// it is; what is wrong then shows once the view is bundled with all of it.
func (c *compiler) prebuild() bool {
	if len(c.wanted) == 0 {
		return true
	}
	s := c.mode.shelf
	s.mu.Lock()
	defer s.mu.Unlock()
	entries := slices.Sorted(maps.Keys(c.wanted))
	if s.has != nil {
		// What other views want stays, as long as it is there.
		for _, name := range s.has.entries {
			if !c.wanted[name] && c.tree.Look(name) == source.Regular {
				entries = append(entries, name)
			}
		}
		slices.Sort(entries)
	}
	if s.has == nil || !slices.Equal(s.has.entries, entries) || !c.holds(s.has) {
		made := c.prebuilt(entries)
		if made == nil {
			return false
		}
		s.has = made
	}
	c.take(s.has)
	return true
}

// holds reports whether what was prebuilt would be the same again.
func (c *compiler) holds(p *prebuilt) bool {
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

// prebuilt bundles files of packages; nil if that can't be done.
func (c *compiler) prebuilt(entries []string) *prebuilt {
	var text strings.Builder
	text.WriteString("globalThis." + prebuiltName + " = {\n")
	for _, name := range entries {
		text.WriteString(strconv.Quote(name) + ": () => require(" + strconv.Quote(module{fromProject, name}.String()) + "),\n")
	}
	text.WriteString("};\n")

	b := newCompiler(c.tree.Files, c.runtime, c.views, c.dir)
	b.tree, b.resolver = c.tree, c.resolver
	b.mode = mode{environment: development, recording: true, brief: true}
	outputs, faults, _ := b.compile([]target{{name: "prebuilt", text: text.String()}})
	if len(faults) > 0 {
		return nil
	}
	made := &prebuilt{entries: entries, element: view.PackagesScript(outputs["prebuilt"].script), edges: b.edges, files: make(map[string]stamp)}
	for name := range b.held {
		at, ok := c.stampOf(name)
		if !ok {
			return nil
		}
		made.files[name] = at
	}
	return made
}

// take notes that the view is made of what it uses of p.
func (c *compiler) take(p *prebuilt) {
	c.before = p.element
	queue := slices.Collect(maps.Keys(c.wanted))
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

// record notes where an import led, if that is wanted.
func (c *compiler) record(args api.OnResolveArgs, at resolver.File) {
	if !c.mode.recording {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.edges = append(c.edges, led{args: args, to: at.Name})
}

// bundle bundles the view itself: with what is prebuilt, where there is a shelf.
func (c *compiler) bundle(targets []target) (outputs map[string]texts, faults, warnings Faults) {
	outputs, faults, warnings = c.compile(targets)
	if c.mode.shelf == nil || len(faults) > 0 || c.prebuild() {
		return outputs, faults, warnings
	}
	c.mode.shelf = nil
	return c.compile(targets)
}
