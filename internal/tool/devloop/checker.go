package devloop

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/internal/tool/devloop/watch"
	"github.com/orielapps/oriel/internal/tool/devreport"
	"github.com/orielapps/oriel/internal/tool/editor"
	"github.com/orielapps/oriel/internal/tool/typecheck"
)

// checkDelay is the time after the last edit until types are checked: pages show the edit
// first.
const checkDelay = 250 * time.Millisecond

// checker runs the type checker that the project has installed, a while after the
// last edit, when the types of the tools are those of the program. An edit meanwhile ends it.
type checker struct {
	dir, root string // the project's folder, and that of all sources
	scratch   string // for the type checker's cache
	environ   []string
	project   *bundle.Project
	problems  *problemList
	emit      func(Event)
	// installSupport allows to write the runtime's types, which the checker needs.
	installSupport bool
	// isBehind reports whether the types of the tools are those of an earlier program.
	isBehind func() bool

	edits chan struct{} // holds one element after an edit
	// outdated is set if the type checker's cache is older than the installed packages. The cache
	// doesn't notice types of packages that are new.
	outdated atomic.Bool
	// warned is set when the missing type checker has been reported.
	warned bool
}

// edited requests a check.
func (c *checker) edited() {
	select {
	case c.edits <- struct{}{}:
	default: // one is pending already
	}
}

// changed requests a check if changes may change its result.
func (c *checker) changed(batch []watch.Change) {
	if slices.ContainsFunc(batch, func(change watch.Change) bool { return isInstallation(change.Path) }) {
		c.outdated.Store(true)
	}
	if slices.ContainsFunc(batch, mayBeTyped) {
		c.edited()
	}
}

// mayBeTyped reports whether a change may change the result of a check.
func mayBeTyped(change watch.Change) bool {
	switch path.Ext(change.Path) {
	case ".ts", ".tsx", ".mts", ".cts", ".json":
		return true
	}
	return isInstallation(change.Path)
}

// run checks until ctx ends.
func (c *checker) run(ctx context.Context) {
	c.edited()
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.edits:
		}
		if !c.waitForPause(ctx) {
			return
		}
		checking, cancel := context.WithCancel(ctx)
		done := make(chan struct{})
		go func() {
			defer close(done)
			c.check(checking)
		}()
		select {
		case <-c.edits:
			cancel()
			<-done
			c.edited()
		case <-done:
		}
		cancel()
	}
}

// waitForPause waits until nothing was edited for checkDelay, and the types of the tools are
// those of the program. It reports false when ctx ends.
func (c *checker) waitForPause(ctx context.Context) bool {
	for {
		select {
		case <-ctx.Done():
			return false
		case <-c.edits:
		case <-time.After(checkDelay):
			if !c.isBehind() {
				return true
			}
		}
	}
}

// check runs the type checker and replaces the list of its problems.
func (c *checker) check(ctx context.Context) {
	about := topic{devreport.SourceTypes, "views"}
	compiler, config := c.find()
	if compiler == "" || config == "" {
		c.problems.set(about)
		return
	}
	begun := time.Now()
	cache := filepath.Join(c.scratch, "types.tsbuildinfo")
	if c.outdated.Swap(false) {
		_ = os.Remove(cache) // there may be none
	}
	found, err := typecheck.Check(ctx, typecheck.Request{Compiler: compiler, Config: config, Cache: cache, Environ: c.environ})
	switch {
	case ctx.Err() != nil:
	case c.isBehind():
		c.edited() // the program has changed meanwhile
	case err != nil:
		c.problems.set(about, problemOf(devreport.SourceTypes, err))
	default:
		problems := make([]devreport.Problem, 0, len(found))
		for _, diagnostic := range found {
			p := c.problem(filepath.Dir(config), diagnostic)
			// The bundler describes syntax errors better.
			if isSyntax := strings.HasPrefix(p.Code, "ts1") && len(p.Code) == len("ts1005"); !isSyntax || !c.problems.hasFile(devreport.SourceView, p.File) {
				problems = append(problems, p)
			}
		}
		c.problems.set(about, slices.Compact(problems)...)
		c.emit(Event{Type: TypesChecked, MS: milliseconds(time.Since(begun))})
	}
}

// find returns the type checker and its tsconfig.json; "" where views are not in
// TypeScript, or the project has no type checker that is a native program.
func (c *checker) find() (compiler, config string) {
	views := filepath.Join(c.root, filepath.FromSlash(c.project.Views))
	if !c.project.InTypeScript() {
		return "", ""
	}
	if compiler = typecheck.Compiler(views, c.root); compiler == "" {
		if !c.warned && typecheck.Wanted(views, c.root) && !typecheck.NeedsNode(views, c.root) {
			c.warned = true
			c.emit(Event{Type: Warned, Text: "Types are not checked: TypeScript is not installed. Run oriel install when the registry is reachable."})
		}
		return "", ""
	}
	if c.installSupport {
		c.installSupport = false
		// If this fails, the checker reports the missing types.
		if written, err := editor.Support(views); err == nil && written != "" {
			c.emit(Event{Type: ViewsWritten, Files: []string{path.Join(c.project.Views, written)}})
		}
	}
	return compiler, typecheck.Config(views, c.root)
}

// problem converts a diagnostic of the type checker, which was run in a folder.
func (c *checker) problem(folder string, d typecheck.Diagnostic) devreport.Problem {
	p := devreport.Problem{
		Source: devreport.SourceTypes, Code: strings.ToLower(d.Code), Line: d.Line, Column: d.Column, Message: sentence(d.Message), Fix: d.Fix,
	}
	if d.File == "" {
		return p
	}
	file := d.File
	if !filepath.IsAbs(file) {
		file = filepath.Join(folder, file)
	}
	addExcerpt(&p, file, d.Offset)
	p.File = filepath.ToSlash(file)
	if short, err := filepath.Rel(c.dir, file); err == nil {
		p.File = filepath.ToSlash(short)
	}
	if rest, ok := strings.CutPrefix(p.File, "views/"); ok {
		p.View = c.viewOf(rest)
	}
	return p
}

// viewOf is the view to which a file belongs, by its path in the folder of views;
// empty for what views share.
func (c *checker) viewOf(file string) string {
	name, _, inside := strings.Cut(file, "/")
	names, err := c.project.Names()
	if err != nil || !inside || !slices.Contains(names, name) {
		return ""
	}
	return name
}
