package tailwind

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/dop251/goja"
)

// Files finds the files that style sheets name. The implementation decides what the names of
// folders and files look like; Tailwind only passes them on. [Engine.Compile] returns the
// errors of its methods.
type Files interface {
	// Stylesheet returns the folder and text of the style sheet for an "@import" or "@reference"
	// in a file of the folder base.
	Stylesheet(id, base string) (dir, text string, err error)
	// Script returns the folder of the script for an "@plugin" or "@config" in a file of the
	// folder base, and its text as a CommonJS module without imports.
	Script(id, base string) (dir, text string, err error)
}

// Sheet is a compiled style sheet, whose style depends on the classes in use. Several
// goroutines may use one; they take turns.
type Sheet struct {
	// Automatic is set unless the style sheet names where to look for classes: source(none) or
	// source("dir").
	Automatic bool
	// Root is the folder that source("dir") names; without Path where it has none.
	Root Source
	// Sources are those of "@source".
	Sources []Source
	// Utilities is set if the style sheet has a place for utilities, so that
	// classes matter.
	Utilities bool

	mu    sync.Mutex
	world *world
	build goja.Callable
	this  goja.Value
	known map[string]bool // candidates that were built with
	css   string
	ended error // why the world can't be used
}

// Source is a path or glob of files to look for classes in.
type Source struct {
	// Base is the folder that Pattern is relative to, as [Files] has named it.
	Base, Pattern string
	// Negated is set for files to leave out.
	Negated bool
}

// Compile compiles a style sheet that lies in the folder base.
func (e *Engine) Compile(ctx context.Context, css, base string, files Files) (*Sheet, error) {
	s := &Sheet{world: e.world(), known: make(map[string]bool)}
	err := s.world.limited(ctx, func() error {
		compiler, err := s.world.start(e.program)
		if err != nil {
			return err
		}
		return s.compile(compiler, css, base, files)
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Sheet) compile(compiler *goja.Object, css, base string, files Files) error {
	compile, _ := goja.AssertFunction(compiler.Get("compile"))
	options, err := s.world.options(base, files)
	if err != nil {
		return err
	}
	promised, err := compile(compiler, s.world.vm.ToValue(Compact(css)), options)
	if err != nil {
		return s.world.failed(err)
	}
	promise, ok := promised.Export().(*goja.Promise)
	if !ok {
		return errors.New("compile returned no promise")
	}
	switch promise.State() {
	case goja.PromiseStateFulfilled:
	case goja.PromiseStateRejected:
		return s.world.thrown(promise.Result())
	default:
		return &ScriptError{Message: "It waits forever."}
	}
	compiled := promise.Result().ToObject(s.world.vm)
	s.this = compiled
	if s.build, ok = goja.AssertFunction(compiled.Get("build")); !ok {
		return errors.New("compile returned no function build")
	}
	return s.describe(compiler, compiled)
}

// describe reads the sources that the style sheet names.
func (s *Sheet) describe(compiler, compiled *goja.Object) error {
	var sources []struct {
		Base    string `json:"base"`
		Pattern string `json:"pattern"`
		Negated bool   `json:"negated"`
	}
	s.world.vm.SetFieldNameMapper(goja.TagFieldNameMapper("json", false))
	listed := compiled.Get("sources")
	if listed == nil {
		listed = compiled.Get("globs") // as versions before 4.1 name them
	}
	if listed != nil {
		if err := s.world.vm.ExportTo(listed, &sources); err != nil {
			return fmt.Errorf("reading the sources: %w", err)
		}
	}
	for _, one := range sources {
		s.Sources = append(s.Sources, Source{Base: one.Base, Pattern: one.Pattern, Negated: one.Negated})
	}
	switch root := compiled.Get("root").(type) {
	case *goja.Object:
		s.Root = Source{Base: root.Get("base").String(), Pattern: root.Get("pattern").String()}
	default:
		s.Automatic = root == nil || goja.IsNull(root) || goja.IsUndefined(root)
	}
	var flag goja.Value
	if names, ok := compiler.Get("Features").(*goja.Object); ok {
		flag = names.Get("Utilities")
	}
	features := compiled.Get("features")
	s.Utilities = flag == nil || features == nil || features.ToInteger()&flag.ToInteger() != 0
	return nil
}

// Style returns the style for classes, and for all classes of earlier calls.
func (s *Sheet) Style(ctx context.Context, candidates []string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended != nil {
		return "", s.ended
	}
	var added []any
	for _, name := range candidates {
		if !s.known[name] {
			s.known[name] = true
			added = append(added, name)
		}
	}
	if len(added) == 0 && s.css != "" {
		return s.css, nil
	}
	err := s.world.limited(ctx, func() error {
		built, err := s.build(s.this, s.world.vm.NewArray(added...))
		if err != nil {
			return s.world.failed(err)
		}
		s.css = built.String()
		return nil
	})
	if err != nil {
		s.ended = err
		return "", err
	}
	return s.css, nil
}

// options are what compile takes besides the text.
func (w *world) options(base string, files Files) (*goja.Object, error) {
	options := w.vm.NewObject()
	stylesheet := func(id, from string) (goja.Value, error) {
		dir, text, err := files.Stylesheet(id, from)
		if err != nil {
			return nil, err
		}
		loaded := w.vm.NewObject()
		return loaded, errors.Join(loaded.Set("path", id), loaded.Set("base", dir), loaded.Set("content", Compact(text)))
	}
	script := func(id, from string) (goja.Value, error) {
		dir, text, err := files.Script(id, from)
		if err != nil {
			return nil, err
		}
		exports, err := w.script(id, text)
		if err != nil {
			return nil, err
		}
		loaded := w.vm.NewObject()
		return loaded, errors.Join(loaded.Set("path", id), loaded.Set("base", dir), loaded.Set("module", exports))
	}
	return options, errors.Join(
		options.Set("base", base),
		options.Set("loadStylesheet", stylesheet),
		options.Set("loadModule", script),
	)
}

// script runs a plugin or a configuration and returns its default export.
func (w *world) script(id, text string) (goja.Value, error) {
	program, err := goja.Compile(id, "(function(module, exports, require) {"+text+"\n})", false)
	if err != nil {
		return nil, &PluginError{ID: id, Err: err}
	}
	exports, err := w.module(program)
	if err != nil {
		return nil, &PluginError{ID: id, Err: w.failed(err)}
	}
	if object, ok := exports.(*goja.Object); ok {
		if standard := object.Get("default"); standard != nil && !goja.IsUndefined(standard) {
			return standard, nil
		}
	}
	return exports, nil
}

// PluginError is an error in a script of "@plugin" or "@config".
type PluginError struct {
	// ID is how the style sheet names the script.
	ID  string
	Err error
}

func (e *PluginError) Error() string { return e.Err.Error() }

func (e *PluginError) Unwrap() error { return e.Err }

// failed converts the error of a call of a script.
func (w *world) failed(err error) error {
	if exception, ok := errors.AsType[*goja.Exception](err); ok {
		if inner := exception.Unwrap(); inner != nil {
			return inner //nolint:wrapcheck // what a Go function has returned comes back as it is
		}
		return w.thrown(exception.Value())
	}
	return err
}
