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
	"github.com/orielapps/oriel/internal/tool/devreport"
	"github.com/orielapps/oriel/internal/tool/naming"
)

// viewBuilder builds the views, and rebuilds those that a change affects.
type viewBuilder struct {
	project  *bundle.Project
	root     string // of all sources: absolute, without links
	dev      *bundle.Dev
	feed     *feed
	problems *problemList
	screen   Screen
	emit     func(Event)
	// onBuilt is called after each rebuild that changed any view, with all views and
	// whether none of them has failed.
	onBuilt func(names []string, complete bool)

	installer *installer
	// foreign are the views that other bundlers build.
	foreign map[string]string

	views map[string]*builtView
}

// builtView is the last build of a view.
type builtView struct {
	files  map[string]bool // all files that it depends on
	failed bool
	script string // see bundle.DevDocument
	html   string
}

// run builds all views, and then those that changes affect, until ctx ends. Paths of
// changes are relative to the module.
func (b *viewBuilder) run(ctx context.Context, changes *changeQueue) {
	b.views = map[string]*builtView{}
	b.rebuild(ctx, nil)
	for batch := changes.wait(ctx); batch != nil; batch = changes.wait(ctx) {
		b.rebuild(ctx, batch)
	}
}

// rebuild builds the views that a batch of changes affects; all of them for nil.
func (b *viewBuilder) rebuild(ctx context.Context, batch []watch.Change) {
	b.feed.beginBuild()
	defer b.feed.endBuild()
	if batch == nil || slices.ContainsFunc(batch, isLockfile) {
		b.installer.install(ctx, batch != nil)
	}
	names, err := b.project.Names()
	b.report(topic{devreport.SourceView, ""}, withoutViews(err))
	touched := batch == nil
	for name := range b.views {
		if !slices.Contains(names, name) {
			b.remove(name)
			touched = true
		}
	}
	var wait sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	results := make(chan func(), len(names)) // applied by this goroutine alone
	for _, name := range names {
		view := b.views[name]
		if b.foreign[name] != "" {
			continue
		}
		if view != nil && batch != nil && !view.dependsOn(batch) {
			continue
		}
		touched = true
		wait.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			begun := time.Now()
			document, failure := b.dev.Build(ctx, name)
			results <- func() { b.publish(ctx, name, document, failure, time.Since(begun)) }
		})
	}
	go func() {
		wait.Wait()
		close(results)
	}()
	for show := range results {
		show()
	}
	complete := err == nil
	for _, view := range b.views {
		complete = complete && !view.failed
	}
	if touched {
		b.onBuilt(names, complete)
	}
}

// withoutViews returns an error, except the one of a project without views: views may be
// added.
func withoutViews(err error) error {
	if fault, ok := errors.AsType[*bundle.Fault](err); ok && fault.Code == "views_missing" {
		return nil
	}
	return err
}

// dependsOn reports whether a view may change with a batch of changes.
func (e *builtView) dependsOn(batch []watch.Change) bool {
	if e.failed {
		return true
	}
	return slices.ContainsFunc(batch, func(c watch.Change) bool {
		// A file that is new or gone can change where an import leads.
		return e.files[c.Path] || c.Kind != watch.Written && mayBeImported(c.Path) || isInstallation(c.Path)
	})
}

// mayBeImported reports whether an import could lead to a file or into a folder.
func mayBeImported(name string) bool {
	switch path.Ext(name) {
	case ".go", ".mod", ".sum", ".md":
		return false
	}
	return true
}

// isInstallation reports whether package managers change a file when they install packages.
func isInstallation(name string) bool { return path.Base(path.Dir(name)) == "node_modules" }

func (b *viewBuilder) remove(name string) {
	b.dev.Forget(name)
	b.feed.remove(name)
	delete(b.views, name)
	b.problems.set(topic{devreport.SourceView, name})
	b.emit(Event{Type: ViewRemoved, View: name})
}

// publish gives a view that was built to the feed and the screen, if it has changed.
func (b *viewBuilder) publish(ctx context.Context, name string, document *bundle.DevDocument, err error, took time.Duration) {
	if ctx.Err() != nil {
		return
	}
	view := b.views[name]
	if view == nil {
		view = &builtView{}
		b.views[name] = view
	}
	view.failed = err != nil
	b.report(topic{devreport.SourceView, name}, err)
	if err != nil {
		b.emit(Event{Type: ViewFailed, View: name, MS: milliseconds(took)})
		return
	}
	view.files = make(map[string]bool, len(document.Files))
	for _, file := range document.Files {
		view.files[file] = true
		if at := b.realPath(file); at != "" {
			view.files[at] = true
		}
	}
	for _, warning := range document.Warnings {
		b.emit(Event{Type: Warned, View: name, Text: b.inProject(warning).Error()})
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
		b.feed.set(name, feedView{html: document.HTML, maps: sync.OnceValues(func() (map[string][]byte, error) { return b.dev.Maps(ctx, name) })})
	}
	switch change {
	case ChangeStyle:
		styles := make([]devreport.Style, len(document.Styles))
		for i, style := range document.Styles {
			styles[i] = devreport.Style{ID: style.ID, CSS: style.CSS}
		}
		b.screen.Restyle(name, styles)
	case ChangeReload:
		b.screen.Reload(name)
	}
	b.emit(Event{Type: ViewBuilt, View: name, MS: milliseconds(took), Bytes: len(document.HTML), Change: change})
}

// realPath returns the path of a file without symbolic links, where it is watched; empty
// for files of packages, which are not watched.
func (b *viewBuilder) realPath(file string) string {
	if strings.Contains("/"+file, "/node_modules/") {
		return ""
	}
	at, err := filepath.EvalSymlinks(filepath.Join(b.root, filepath.FromSlash(file)))
	if err != nil {
		return ""
	}
	short, err := filepath.Rel(b.root, at)
	if err != nil {
		return ""
	}
	return filepath.ToSlash(short)
}

// report replaces the problems of a topic with those of an error, which may be nil.
func (b *viewBuilder) report(about topic, err error) {
	var problems []devreport.Problem
	var faults bundle.Faults
	var fault *bundle.Fault
	switch {
	case err == nil:
	case errors.As(err, &faults):
		for _, one := range faults {
			problems = append(problems, b.problem(about, one))
		}
	case errors.As(err, &fault):
		problems = append(problems, b.problem(about, fault))
	case errors.Is(err, context.Canceled):
		return
	default:
		problems = append(problems, devreport.Problem{Source: about.source, View: about.view, Code: "view_not_built", Message: sentence(err.Error())})
	}
	b.problems.set(about, problems...)
}

func (b *viewBuilder) problem(about topic, fault *bundle.Fault) devreport.Problem {
	fault = b.inProject(fault)
	return devreport.Problem{
		Source: about.source, View: about.view, Code: fault.Code, File: fault.File, Line: fault.Line, Column: fault.Column,
		Message: fault.Message, Excerpt: fault.Excerpt, Fix: fault.Fix,
	}
}

// inProject returns a fault whose file is relative to the project's folder.
func (b *viewBuilder) inProject(fault *bundle.Fault) *bundle.Fault {
	renamed := *fault
	if folder := path.Dir(b.project.Views); folder != "." && fault.File != "" {
		if short, ok := strings.CutPrefix(fault.File, folder+"/"); ok {
			renamed.File = short
		}
	}
	return &renamed
}

// identifiers returns the Go names of views, by name.
func identifiers(names []string) map[string]string {
	declared := make(map[string]string, len(names))
	for _, name := range names {
		declared[name] = naming.Identifier(name)
	}
	return declared
}
