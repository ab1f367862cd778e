package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/bundle"
	"github.com/orielapps/oriel/internal/tool/editor"
	"github.com/orielapps/oriel/internal/tool/typecheck"
)

// typesUnchecked is the code of the warning that nothing has checked the types of the views.
const typesUnchecked = "types_unchecked"

// checkTypes checks the types of views in TypeScript. The error is of type [bundle.Faults] if the
// checker has found any in the folder of views, or in the sources of a document: a tsconfig.json may
// include other programs. Without a checker, there is a warning.
func (c *generateCommand) checkTypes(env *environment, project *bundle.Project, documents []*bundle.Document) error {
	if !c.Types || !project.InTypeScript() {
		return nil
	}
	views := filepath.Join(project.Root(), filepath.FromSlash(project.Views))
	compiler := typecheck.Compiler(views, project.Root())
	if compiler == "" {
		if !typecheck.NeedsNode(views, project.Root()) {
			warn(env.errorOutput(), typesUnchecked, "Types are not checked: TypeScript is not installed.", installTypeScript(views, project.Root()))
		}
		return nil
	}
	config := typecheck.Config(views, project.Root())
	if config == "" {
		warn(env.errorOutput(), typesUnchecked, "Types are not checked: there is no tsconfig.json.", `Run "oriel generate", and commit views/tsconfig.json.`)
		return nil
	}
	request := typecheck.Request{Compiler: compiler, Config: config, Environ: env.environ}
	if c.Check {
		remove, err := leaveAlone(project, &request)
		defer remove()
		if err != nil {
			warn(env.errorOutput(), typesUnchecked, "Types are not checked: "+sentence(err.Error()),
				`Run "oriel generate" first: it writes what the type checker needs.`)
			return nil
		}
	}
	found, err := typecheck.Check(env.ctx, request)
	if err != nil {
		return err
	}
	var faults bundle.Faults
	for _, diagnostic := range found {
		if fault := typeFault(project, filepath.Dir(config), diagnostic); isOfViews(project, documents, fault.File) {
			faults = append(faults, fault)
		}
	}
	return named(project, faults.Sorted().Err())
}

// leaveAlone changes a request so that its check writes nothing into the project: what it needs and
// what it writes is in a temporary folder, until remove is called.
func leaveAlone(project *bundle.Project, request *typecheck.Request) (remove func(), err error) {
	temporary, err := os.MkdirTemp("", "oriel-check-")
	if err != nil {
		return func() {}, fmt.Errorf("making a folder for the type checker: %w", err)
	}
	remove = func() { _ = os.RemoveAll(temporary) } // it is a temporary folder
	request.Cache = filepath.Join(temporary, "types.tsbuildinfo")
	config, err := filepath.Rel(project.Root(), request.Config)
	if err != nil {
		return remove, fmt.Errorf("finding the tsconfig.json in the project: %w", err)
	}
	root, err := editor.Mirror(project.Root(), project.Views, filepath.Join(temporary, "project"))
	request.Config = filepath.Join(root, config)
	return remove, err
}

// isOfViews reports whether a file, relative to the project's root, belongs to the views. So does what
// is in no file.
func isOfViews(project *bundle.Project, documents []*bundle.Document, file string) bool {
	if file == "" || strings.HasPrefix(file, project.Views+"/") {
		return true
	}
	return slices.ContainsFunc(documents, func(d *bundle.Document) bool {
		return slices.ContainsFunc(d.Sources, func(source string) bool { return path.Join(project.Views, d.Root, source) == file })
	})
}

// installTypeScript returns the command that makes TypeScript check the views in a folder.
func installTypeScript(views, root string) string {
	if typecheck.Wanted(views, root) {
		return "Run oriel install when the registry is reachable."
	}
	return "Run oriel add --dev typescript. To go without it: oriel generate --no-types."
}

// typeFault returns the fault that the checker has found in a folder.
func typeFault(project *bundle.Project, folder string, d typecheck.Diagnostic) *bundle.Fault {
	fault := &bundle.Fault{Code: strings.ToLower(d.Code), Message: sentence(d.Message), Fix: d.Fix}
	if d.File == "" {
		return fault
	}
	file := d.File
	if !filepath.IsAbs(file) {
		file = filepath.Join(folder, file)
	}
	if short, err := filepath.Rel(project.Root(), file); err == nil {
		file = short
	}
	fault.File, fault.Line, fault.Column = filepath.ToSlash(file), d.Line, d.Column
	text, err := fs.ReadFile(project.Files, fault.File)
	if err != nil {
		return fault // without an excerpt
	}
	number := 0
	for line := range strings.Lines(string(text)) {
		if number++; number == d.Line {
			line = strings.TrimRight(line, "\r\n")
			return fault.At(fault.File, d.Line, line, d.Offset(line), 0)
		}
	}
	return fault
}
