package devloop

import (
	"context"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/internal/tool/devloop/watch"
	"github.com/orielapps/oriel/internal/tool/editor"
	"github.com/orielapps/oriel/internal/tool/typecheck"
)

// lull is how long nothing is edited before types are checked: pages show an edit
// first.
const lull = 250 * time.Millisecond

// checker runs the type checker that the project has installed, a while after the
// last edit. An edit meanwhile ends it.
type checker struct {
	dir, root string // the project's folder, and that of all sources
	scratch   string // where the checker keeps what it has found
	environ   []string
	project   *bundle.Project
	board     *board
	emit      func(Event)
	// equip says that what the checker needs to know of the runtime may be written.
	equip bool

	edits chan struct{} // has one after an edit
}

// edited has types checked again.
func (c *checker) edited() {
	select {
	case c.edits <- struct{}{}:
	default: // it will be seen with the one before
	}
}

// mayBeTyped reports whether a change may change what the checker says.
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
		if !c.settled(ctx) {
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

// settled waits until nothing is edited for a while. It reports false when ctx ends.
func (c *checker) settled(ctx context.Context) bool {
	for {
		select {
		case <-ctx.Done():
			return false
		case <-c.edits:
		case <-time.After(lull):
			return true
		}
	}
}

// check puts on the board what the type checker finds.
func (c *checker) check(ctx context.Context) {
	about := topic{SourceTypes, "views"}
	compiler, config := c.find()
	if compiler == "" || config == "" {
		c.board.put(about)
		return
	}
	begun := time.Now()
	found, err := typecheck.Check(ctx, typecheck.Request{
		Compiler: compiler, Config: config, Cache: filepath.Join(c.scratch, "types.tsbuildinfo"), Environ: c.environ,
	})
	switch {
	case ctx.Err() != nil:
	case err != nil:
		c.board.put(about, problemOf(SourceTypes, err))
	default:
		problems := make([]Problem, 0, len(found))
		for _, diagnostic := range found {
			p := c.problem(filepath.Dir(config), diagnostic)
			// What can't be parsed, the bundler tells better.
			if isSyntax := strings.HasPrefix(p.Code, "ts1") && len(p.Code) == len("ts1005"); !isSyntax || !c.board.hasFile(SourceView, p.File) {
				problems = append(problems, p)
			}
		}
		c.board.put(about, slices.Compact(problems)...)
		c.emit(Event{Type: TypesChecked, MS: milliseconds(time.Since(begun))})
	}
}

// find returns the type checker and its tsconfig.json; nothing where views are not in
// TypeScript, or the project has installed none that is a program.
func (c *checker) find() (compiler, config string) {
	views := filepath.Join(c.root, filepath.FromSlash(c.project.Views))
	if !inTypeScript(c.project) {
		return "", ""
	}
	if compiler = typecheck.Compiler(views, c.root); compiler == "" {
		return "", ""
	}
	if c.equip {
		c.equip = false
		// Where it fails, the checker says what it misses.
		if written, err := editor.Support(views); err == nil && written != "" {
			c.emit(Event{Type: ViewsWritten, Files: []string{path.Join(c.project.Views, written)}})
		}
	}
	return compiler, typecheck.Config(views, c.root)
}

// problem makes a problem of what the type checker, run in a folder, has found.
func (c *checker) problem(folder string, d typecheck.Diagnostic) Problem {
	p := Problem{Source: SourceTypes, Code: strings.ToLower(d.Code), Line: d.Line, Column: d.Column, Message: sentence(d.Message)}
	if d.File == "" {
		return p
	}
	file := d.File
	if !filepath.IsAbs(file) {
		file = filepath.Join(folder, file)
	}
	p.excerptBy(file, func(line string) int {
		units := utf16.Encode([]rune(line))
		return len(string(utf16.Decode(units[:min(len(units), d.Column-1)])))
	})
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

// inTypeScript reports whether any view is in TypeScript.
func inTypeScript(project *bundle.Project) bool {
	for _, pattern := range []string{"*/*.ts", "*/*.tsx"} {
		found, err := fs.Glob(project.Files, path.Join(project.Views, pattern))
		if err == nil && len(found) > 0 {
			return true
		}
	}
	return false
}
