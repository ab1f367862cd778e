package devloop

import (
	"context"
	"errors"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/internal/tool/devloop/watch"
	"github.com/orielapps/oriel/internal/tool/naming"
)

// gallery builds the views, and builds again those that a change is about.
type gallery struct {
	project *bundle.Project
	root    string // of all sources: absolute, without links
	dev     *bundle.Dev
	feed    *feed
	board   *board
	screen  Screen
	emit    func(Event)
	// built is told which views there are, and whether none of them is faulty, after
	// each pass that has built any.
	built func(names []string, whole bool)

	installer *installer
	// foreign are views that others build.
	foreign map[string]string

	views map[string]*exhibit
}

// exhibit is a view as it was last built.
type exhibit struct {
	files  map[string]bool // all that it was made of
	failed bool
	script string // see bundle.DevDocument
	html   string
}

// run builds all views, and then those that changes are about, until ctx ends. Paths of
// changes are relative to the module.
func (g *gallery) run(ctx context.Context, changes *mailbox) {
	g.views = map[string]*exhibit{}
	g.pass(ctx, nil)
	for batch := changes.take(ctx); batch != nil; batch = changes.take(ctx) {
		g.pass(ctx, batch)
	}
}

// pass builds what a batch of changes is about; nil is everything.
func (g *gallery) pass(ctx context.Context, batch []watch.Change) {
	g.feed.begin()
	defer g.feed.end()
	if batch == nil || slices.ContainsFunc(batch, isLockfile) {
		g.installer.install(ctx, batch != nil)
	}
	names, err := g.project.Names()
	g.failed(topic{SourceView, ""}, withoutViews(err))
	touched := batch == nil
	for name := range g.views {
		if !slices.Contains(names, name) {
			g.remove(name)
			touched = true
		}
	}
	var wait sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	results := make(chan func(), len(names)) // what is kept is changed here alone
	for _, name := range names {
		view := g.views[name]
		if g.foreign[name] != "" {
			continue
		}
		if view != nil && batch != nil && !view.concerns(batch) {
			continue
		}
		touched = true
		wait.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			begun := time.Now()
			document, failure := g.dev.Build(ctx, name)
			results <- func() { g.show(ctx, name, document, failure, time.Since(begun)) }
		})
	}
	go func() {
		wait.Wait()
		close(results)
	}()
	for show := range results {
		show()
	}
	whole := err == nil
	for _, view := range g.views {
		whole = whole && !view.failed
	}
	if touched {
		g.built(names, whole)
	}
}

// withoutViews is an error of a project's views, but for that it has none: it may be
// about to have some.
func withoutViews(err error) error {
	if fault, ok := errors.AsType[*bundle.Fault](err); ok && fault.Code == "views_missing" {
		return nil
	}
	return err
}

// concerns reports whether changes may change the view.
func (e *exhibit) concerns(batch []watch.Change) bool {
	if e.failed {
		return true
	}
	return slices.ContainsFunc(batch, func(c watch.Change) bool {
		// What an import means depends on which files there are.
		return e.files[c.Path] || c.Kind != watch.Written && mayBeImported(c.Path) || isInstallation(c.Path)
	})
}

// mayBeImported reports whether a file, or folder, could become part of a view by
// being there.
func mayBeImported(name string) bool {
	switch path.Ext(name) {
	case ".go", ".mod", ".sum", ".md":
		return false
	}
	return true
}

// isInstallation reports whether a file says that packages were installed.
func isInstallation(name string) bool { return path.Base(path.Dir(name)) == "node_modules" }

func (g *gallery) remove(name string) {
	g.dev.Forget(name)
	g.feed.drop(name)
	delete(g.views, name)
	g.board.put(topic{SourceView, name})
	g.emit(Event{Type: ViewRemoved, View: name})
}

// show hands a view that was built to whoever shows it, if it is another one now.
func (g *gallery) show(ctx context.Context, name string, document *bundle.DevDocument, err error, took time.Duration) {
	if ctx.Err() != nil {
		return
	}
	view := g.views[name]
	if view == nil {
		view = &exhibit{}
		g.views[name] = view
	}
	view.failed = err != nil
	g.failed(topic{SourceView, name}, err)
	if err != nil {
		g.emit(Event{Type: ViewFailed, View: name, MS: milliseconds(took)})
		return
	}
	view.files = make(map[string]bool, len(document.Files))
	for _, file := range document.Files {
		view.files[file] = true
		if at := g.realPath(file); at != "" {
			view.files[at] = true
		}
	}
	for _, warning := range document.Warnings {
		g.emit(Event{Type: Warned, View: name, Text: g.renamed(warning).Error()})
	}
	change := ""
	switch before := view.html; {
	case before == document.HTML:
	case before != "" && view.script == document.Script:
		change = ChangeStyle
	default:
		change = ChangeReload
	}
	view.html, view.script = document.HTML, document.Script
	if change != "" {
		g.feed.put(name, fed{html: document.HTML, maps: sync.OnceValues(func() (map[string][]byte, error) { return g.dev.Maps(ctx, name) })})
	}
	switch change {
	case ChangeStyle:
		styles := make([]Style, len(document.Styles))
		for i, style := range document.Styles {
			styles[i] = Style{ID: style.ID, CSS: style.CSS}
		}
		g.screen.Restyle(name, styles)
	case ChangeReload:
		g.screen.Reload(name)
	}
	g.emit(Event{Type: ViewBuilt, View: name, MS: milliseconds(took), Bytes: len(document.HTML), Change: change})
}

// realPath is where a file of the project is without links, which is where it is
// watched; empty for packages, which are not.
func (g *gallery) realPath(file string) string {
	if strings.Contains("/"+file, "/node_modules/") {
		return ""
	}
	at, err := filepath.EvalSymlinks(filepath.Join(g.root, filepath.FromSlash(file)))
	if err != nil {
		return ""
	}
	short, err := filepath.Rel(g.root, at)
	if err != nil {
		return ""
	}
	return filepath.ToSlash(short)
}

// failed puts an error of a build on the board; nil takes away what was there.
func (g *gallery) failed(about topic, err error) {
	var problems []Problem
	var faults bundle.Faults
	var fault *bundle.Fault
	switch {
	case err == nil:
	case errors.As(err, &faults):
		for _, one := range faults {
			problems = append(problems, g.problem(about, one))
		}
	case errors.As(err, &fault):
		problems = append(problems, g.problem(about, fault))
	case errors.Is(err, context.Canceled):
		return
	default:
		problems = append(problems, Problem{Source: about.source, View: about.view, Code: "view_not_built", Message: sentence(err.Error())})
	}
	g.board.put(about, problems...)
}

func (g *gallery) problem(about topic, fault *bundle.Fault) Problem {
	fault = g.renamed(fault)
	return Problem{
		Source: about.source, View: about.view, Code: fault.Code, File: fault.File, Line: fault.Line, Column: fault.Column,
		Message: fault.Message, Excerpt: fault.Excerpt, Fix: fault.Fix,
	}
}

// renamed returns a fault that names its file as seen from the project's folder.
func (g *gallery) renamed(fault *bundle.Fault) *bundle.Fault {
	renamed := *fault
	if folder := path.Dir(g.project.Views); folder != "." && fault.File != "" {
		if short, ok := strings.CutPrefix(fault.File, folder+"/"); ok {
			renamed.File = short
		}
	}
	return &renamed
}

// identifiers are the Go names of views.
func identifiers(names []string) map[string]string {
	declared := make(map[string]string, len(names))
	for _, name := range names {
		declared[name] = naming.Identifier(name)
	}
	return declared
}
