package bundle

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"path"
	"sync"

	"github.com/orielapps/oriel/view"
)

// DevOptions says how documents for development are made.
type DevOptions struct {
	// MapURL is the prefix of the address where source maps are served: a map of
	// [Dev.Maps] is at MapURL + view + "/" + name. Empty means that documents name none.
	MapURL string
	// Client has [view.DevClient] put into each document, before all other
	// scripts, and has the runtime keep its state across documents.
	Client bool
}

// DevDocument is a view that was built for development.
type DevDocument struct {
	// Document has the same members as one for production. The hash that it tells
	// is of its own content, not of its sources, so it never passes for one.
	*Document

	// Styles are the document's style sheets, in order. Each is the text of an
	// element <style data-oriel-style="ID">, which is there also for an empty one.
	Styles []DevStyle
	// Script is a hash of everything but the style sheets' text. Two documents of
	// a view with the same Script differ in their Styles at most.
	Script string
	// Files are all files that were read, packages and configuration among them,
	// as sorted slash paths relative to [Project.Files].
	Files []string
}

// DevStyle is a style sheet of a document.
type DevStyle struct {
	ID, CSS string
}

// Dev builds views again and again, each time with what changed. What was parsed
// is kept; which files there are, and what is in them, is looked up anew by each
// build. All methods may be called at the same time.
type Dev struct {
	project *Project
	options DevOptions

	mu     sync.Mutex
	closed bool
	views  map[string]*devView
	shelf  shelf
	flat   flat
}

// devView is a view in development. One build of it runs at a time.
type devView struct {
	building sync.Mutex
	keeper   keeper
	sheets   keptSheets
	root     string // of the part of the runtime that is one module in the last document, or likely in the first
	gone     bool
}

// Dev returns a builder of documents for development. The caller calls
// [Dev.Close] before the project's own Close.
func (p *Project) Dev(options DevOptions) *Dev {
	d := &Dev{project: p, options: options, views: make(map[string]*devView)}
	d.flat.runtime = d.runtime()
	return d
}

// Build builds one view. What is wrong with its sources is an error of type
// [Faults], as [Project.Build] has it. The context is asked
// before and after bundling, which takes milliseconds.
func (d *Dev) Build(ctx context.Context, name string) (*DevDocument, error) {
	at, err := d.begin(name)
	if err != nil {
		return nil, err
	}
	defer at.building.Unlock()
	c, assemble, warnings, err := d.settle(ctx, name, at, func(m *mode) { m.keeper = &at.keeper })
	if err != nil {
		return nil, err
	}
	return d.document(c, name, assemble, warnings), nil
}

// settle builds a view, with the part of the runtime that it imports as one module where
// that can be: which part it is, a build tells.
func (d *Dev) settle(ctx context.Context, name string, at *devView, prepare func(*mode)) (*compiler, assembly, Faults, error) {
	for {
		c := d.compiler(name, at)
		prepare(&c.mode)
		assemble, warnings, err := build(ctx, c, name)
		want := ""
		if d.project.Runtime == nil { // else it may change
			want = rootOf(c.asks())
		}
		if err != nil || want == c.mode.root || len(c.asked) == 0 {
			return c, assemble, warnings, err
		}
		at.root = want
	}
}

// Maps returns the source maps of a view as it is now, by file name: "view.js.map". They
// are made for whoever looks into a view with a browser's tools, apart from its document,
// which would take a third longer with them.
func (d *Dev) Maps(ctx context.Context, name string) (map[string][]byte, error) {
	at, err := d.begin(name)
	if err != nil {
		return nil, err
	}
	defer at.building.Unlock()
	c, _, _, err := d.settle(ctx, name, at, func(m *mode) { m.mapping = true })
	if err != nil {
		return nil, err
	}
	return c.maps(), nil
}

func (d *Dev) compiler(name string, at *devView) *compiler {
	c := newCompiler(d.project.Files, d.runtime(), d.project.Views, path.Join(d.project.Views, name))
	c.mode = mode{environment: development, mapURL: d.options.MapURL, shelf: &d.shelf, flat: &d.flat, root: at.root}
	c.resolver.Environment = development
	c.styling.engines, c.styling.sheets = &d.project.engines, &at.sheets
	return c
}

func build(ctx context.Context, c *compiler, name string) (assembly, Faults, error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, fmt.Errorf("building the view %s: %w", name, err)
	}
	assemble, warnings, err := c.build(name)
	if stopped := ctx.Err(); stopped != nil {
		return nil, nil, fmt.Errorf("building the view %s: %w", name, stopped)
	}
	return assemble, warnings, err
}

// runtime returns the runtime's sources: with the part that keeps its state
// across documents, if there is somebody who asks for it.
func (d *Dev) runtime() fs.FS {
	if d.options.Client && d.project.Runtime == nil {
		return view.DevSources()
	}
	return d.project.runtime()
}

// begin waits until no other build of a view runs.
func (d *Dev) begin(name string) (*devView, error) {
	if !viewName.MatchString(name) {
		return nil, Faults{invalidName(path.Join(d.project.Views, name), name)}
	}
	for {
		d.mu.Lock()
		if d.closed {
			d.mu.Unlock()
			return nil, fmt.Errorf("building the view %s: %w", name, errDevClosed)
		}
		at := d.views[name]
		if at == nil {
			at = &devView{keeper: keeper{contexts: make(map[string]keptBundle)}}
			if d.project.Runtime == nil {
				at.root = d.compiler(name, at).likelyRoot(name)
			}
			d.views[name] = at
		}
		d.mu.Unlock()
		at.building.Lock()
		if !at.gone {
			return at, nil
		}
		at.building.Unlock() // forgotten while this build waited
	}
}

// errDevClosed is what builds get after [Dev.Close].
var errDevClosed = errors.New("development has ended")

// document makes a document of a finished build.
func (d *Dev) document(c *compiler, name string, assemble assembly, warnings Faults) *DevDocument {
	made := &DevDocument{Files: c.tree.FilesRead()}
	to := &markup{development: true, before: c.before, unstyled: true, styled: func(id, css string) {
		made.Styles = append(made.Styles, DevStyle{ID: id, CSS: css})
	}}
	if d.options.Client {
		to.first = view.Script(view.DevClient())
	}
	sum := sha256.New()
	_, _ = io.WriteString(sum, assemble(to)) // a hash never fails to write
	made.Script = digest(sum)
	for _, style := range made.Styles {
		_, _ = io.WriteString(sum, style.ID+"\x00"+style.CSS+"\x00")
	}
	to.mark, to.unstyled, to.styled = digest(sum), false, nil
	root, sources := d.project.sources(c)
	made.Document = &Document{Name: name, HTML: assemble(to), Root: root, Sources: sources, Warnings: warnings}
	return made
}

// digest returns as much of a hash as the hash of a document's sources has.
func digest(sum hash.Hash) string {
	const kept = 16
	return hex.EncodeToString(sum.Sum(nil)[:kept])
}

// Forget lets go of what is kept of a view, such as one that was deleted. It
// waits for a build of it to end.
func (d *Dev) Forget(name string) {
	d.mu.Lock()
	at := d.views[name]
	delete(d.views, name)
	d.mu.Unlock()
	if at != nil {
		at.end()
	}
}

// Close lets go of everything, once builds that run have ended. Later builds
// fail.
func (d *Dev) Close() {
	d.mu.Lock()
	d.closed = true
	views := d.views
	d.views = nil
	d.mu.Unlock()
	for _, at := range views {
		at.end()
	}
}

func (v *devView) end() {
	v.building.Lock()
	defer v.building.Unlock()
	v.gone = true
	v.keeper.dispose()
}
