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

// DevOptions are options for documents for development.
type DevOptions struct {
	// MapURL is the prefix of the address where source maps are served: a map of
	// [Dev.Maps] is at MapURL + view + "/" + name. Empty means that documents name none.
	MapURL string
	// Client adds [view.DevClient] to each document, before all other scripts, and lets the
	// runtime keep its state across documents.
	Client bool
}

// DevDocument is a view that was built for development.
type DevDocument struct {
	// Document is like one for production, but has a hash of its own content, not of its
	// sources, so that it can't be mistaken for one.
	*Document

	// Styles are the document's style sheets, in order. Each, even an empty one, is the text
	// of an element <style data-oriel-style="ID">.
	Styles []DevStyle
	// Script is a hash of everything but the text of the style sheets.
	Script string
	// Files are all files that were read, including those of packages and configuration, as
	// sorted slash paths relative to [Project.Files].
	Files []string
}

// DevStyle is a style sheet of a document. ID is that of its element.
type DevStyle struct {
	ID, CSS string
}

// Dev builds views for development. It keeps what was parsed, and looks at all files again
// in each build. Several goroutines may use one.
type Dev struct {
	project *Project
	options DevOptions

	mu     sync.Mutex
	closed bool
	views  map[string]*devView
	shared prebuiltCache
	flat   flatRuntime
}

// devView is a view in development. One build of it runs at a time.
type devView struct {
	building     sync.Mutex
	contexts     contextCache
	sheets       sheetCache
	runtimeEntry string // of the last build, or the likely one of the first: see mode
	forgotten    bool
}

// Dev returns a builder of documents for development. The caller calls
// [Dev.Close] before the project's own Close.
func (p *Project) Dev(options DevOptions) *Dev {
	d := &Dev{project: p, options: options, views: make(map[string]*devView)}
	d.flat.runtime = d.runtime()
	return d
}

// Build builds one view. Errors in its sources are [Faults], as for [Project.Build].
// Cancellation takes effect before and after bundling, which takes milliseconds.
func (d *Dev) Build(ctx context.Context, name string) (*DevDocument, error) {
	at, err := d.begin(name)
	if err != nil {
		return nil, err
	}
	defer at.building.Unlock()
	c, assemble, warnings, err := d.settle(ctx, name, at, func(m *mode) { m.contexts = &at.contexts })
	if err != nil {
		return nil, err
	}
	return d.document(c, name, assemble, warnings), nil
}

// settle builds a view with its part of the runtime as one module, where possible. Only a
// build finds out which part that is, so it may build twice.
func (d *Dev) settle(ctx context.Context, name string, at *devView, prepare func(*mode)) (*compiler, renderer, Faults, error) {
	for {
		c := d.compiler(name, at)
		prepare(&c.mode)
		assemble, warnings, err := build(ctx, c, name)
		want := ""
		if d.project.Runtime == nil { // else it may change
			want = singleEntry(c.runtimeImports())
		}
		if err != nil || want == c.mode.runtimeEntry || len(c.runtimeFiles) == 0 {
			return c, assemble, warnings, err
		}
		at.runtimeEntry = want
	}
}

// Maps returns the source maps of a view as it is now, by file name: "view.js.map". They
// are made on demand, for a browser's developer tools: a document with them would take a
// third longer.
func (d *Dev) Maps(ctx context.Context, name string) (map[string][]byte, error) {
	at, err := d.begin(name)
	if err != nil {
		return nil, err
	}
	defer at.building.Unlock()
	c, _, _, err := d.settle(ctx, name, at, func(m *mode) { m.sourceMaps = true })
	if err != nil {
		return nil, err
	}
	return c.sourceMaps(), nil
}

func (d *Dev) compiler(name string, at *devView) *compiler {
	c := newCompiler(d.project.Files, d.runtime(), d.project.Views, path.Join(d.project.Views, name))
	c.mode = mode{environment: development, mapURL: d.options.MapURL, prebuilt: &d.shared, flat: &d.flat, runtimeEntry: at.runtimeEntry}
	c.resolver.Environment = development
	c.styling.engines, c.styling.sheets = &d.project.engines, &at.sheets
	return c
}

func build(ctx context.Context, c *compiler, name string) (renderer, Faults, error) {
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
// across documents, if the options ask for it.
func (d *Dev) runtime() fs.FS {
	if d.options.Client && d.project.Runtime == nil {
		return view.DevSources()
	}
	return d.project.runtime()
}

// begin locks a view for a build.
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
			at = &devView{contexts: contextCache{contexts: make(map[string]keptContext)}}
			if d.project.Runtime == nil {
				at.runtimeEntry = d.compiler(name, at).likelyEntry(name)
			}
			d.views[name] = at
		}
		d.mu.Unlock()
		at.building.Lock()
		if !at.forgotten {
			return at, nil
		}
		at.building.Unlock() // forgotten meanwhile
	}
}

// errDevClosed is the error of builds after [Dev.Close].
var errDevClosed = errors.New("development has ended")

// document makes a document of a finished build.
func (d *Dev) document(c *compiler, name string, assemble renderer, warnings Faults) *DevDocument {
	made := &DevDocument{Files: c.tree.FilesRead()}
	to := &documentWriter{development: true, keepsState: c.keepsState(), beforeScripts: c.prebuiltElement, omitStyles: true, onStyle: func(id, css string) {
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
	to.hash, to.omitStyles, to.onStyle = digest(sum), false, nil
	root, sources := d.project.sources(c)
	made.Document = &Document{Name: name, HTML: assemble(to), Root: root, Sources: sources, Warnings: warnings}
	return made
}

// digest returns as much of a hash as the hash of a document's sources has.
func digest(sum hash.Hash) string {
	const kept = 16
	return hex.EncodeToString(sum.Sum(nil)[:kept])
}

// Forget releases what is cached for a view, such as a deleted one. It waits for the end of
// a build.
func (d *Dev) Forget(name string) {
	d.mu.Lock()
	at := d.views[name]
	delete(d.views, name)
	d.mu.Unlock()
	if at != nil {
		at.end()
	}
}

// Close waits for builds to end and releases everything. Later builds fail.
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
	v.forgotten = true
	v.contexts.dispose()
}
