package main

import (
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/orielapps/oriel/internal/tool/bundle"
)

// generateCommand bundles the views of a project.
type generateCommand struct {
	Dir   string `arg:"" default:"." help:"The folder that has the folder views (default: this one)."`
	Check bool   `help:"Write nothing. List the generated files that are out of date, and fail if there are any."`
	Sizes bool   `help:"Also list the largest parts of each document."`
	Types bool   `default:"true" negatable:"" help:"Also write TypeScript types for the app's tools, and check those of the views (default: yes)."`
	App   string `help:"The folder of the app's program, if the project has several." placeholder:"DIR"`
}

// Help is shown below the verb's usage.
func (*generateCommand) Help() string {
	return `A view is a folder views/NAME with an index.tsx, index.ts or index.html. Views share code in
folders that begin with "_".

Packages come from node_modules in this folder or above it, up to the folder with go.mod. If this
folder has a package-lock.json and no node_modules, the packages are installed first, as "oriel
install" does. The lockfile is a source of the views that use packages: commit it.

JSX uses React or Preact: the framework named by a "@jsxImportSource" comment, the nearest
tsconfig.json ("jsxImportSource") or package.json, in this order. The default export of index.tsx
is then the view's component. Without a framework, JSX calls the functions h and Fragment, which
the file imports, or the functions of its "@jsx" comment.

Each view gets a document views/dist/NAME.html. The file views/oriel.go declares a Go variable for
each view. The test views/oriel_test.go fails if a document is older than its sources. Commit all
of them: building the Go program needs nothing else.

The file views/budget.json limits the size of documents after gzip: {"forecast": "60 kB", "*":
"100 kB"}, where "*" is for views without their own limit. If a document is larger, nothing is
written.

For views in TypeScript, views/oriel.ts is written first, as "oriel types" does; this calls newApp
of the app's program. If that fails, the views are bundled with the existing file. For editors, the
runtime's package is put into views/node_modules, with its own .gitignore, and views/tsconfig.json
is written once, if no tsconfig.json applies.

TypeScript 7, if it is among the packages, then checks the types of the views, without Node. After
a type error, no document is written. Without TypeScript, a warning says that types are not checked.`
}

// Run bundles the views, and writes or checks the generated files.
func (c *generateCommand) Run(env *environment) (err error) {
	project, err := bundle.Open(c.Dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, project.Close()) }()
	defer collectRarely()()

	if !c.Check {
		if err = needPackages(env.ctx, env, c.Dir, false); err != nil {
			return err
		}
	}
	// First, because the views may import the types.
	typed, err := c.types(env, project)
	if err != nil {
		return err
	}
	views, err := project.BuildAll(env.ctx)
	if err != nil {
		return named(project, err)
	}
	documents := make([]*bundle.Document, len(views))
	for i, v := range views {
		documents[i] = v.Document
		for _, warning := range v.Warnings {
			warn(env.errorOutput(), warning.Code, named(project, warning).Error(), "")
		}
	}
	if err = project.CheckBudgets(env.ctx, documents); err != nil {
		return named(project, err)
	}
	changes, err := project.Plan(documents)
	if err != nil {
		return named(project, err)
	}
	// Types that are out of date are listed already, and say nothing about the views.
	if !c.Check || len(typed) == 0 {
		err = c.checkTypes(env, project, documents)
	}
	if c.Check {
		if outdated := stale(env.stdout, project, len(typed), changes); err == nil {
			err = outdated
		}
		return err
	}
	if err != nil {
		return err
	}
	if err := project.Apply(changes); err != nil {
		return named(project, err)
	}
	if err := summary(env.stdout, project, views, changes); err != nil || !c.Sizes {
		return err
	}
	return sizes(env, project, views)
}

// named returns an error whose faults have file paths relative to the working folder.
func named(project *bundle.Project, err error) error {
	rename := func(fault *bundle.Fault) *bundle.Fault {
		renamed := *fault
		if renamed.File != "" {
			renamed.File = project.Path(renamed.File)
		}
		return &renamed
	}
	if faults, ok := errors.AsType[bundle.Faults](err); ok {
		list := make(bundle.Faults, len(faults))
		for i, fault := range faults {
			list[i] = rename(fault)
		}
		return list
	}
	if fault, ok := errors.AsType[*bundle.Fault](err); ok {
		return rename(fault)
	}
	return err
}

// stale lists the files that would change. It fails if there are any, or if before is
// not 0, the number of stale files listed earlier.
func stale(w io.Writer, project *bundle.Project, before int, changes []bundle.Change) error {
	for _, change := range changes {
		what := "stale"
		if change.Remove {
			what = "left over"
		}
		if _, err := fmt.Fprintf(w, "%s: %s\n", project.Path(change.Path), what); err != nil {
			return fmt.Errorf("listing stale files: %w", err)
		}
	}
	count := before + len(changes)
	message := strconv.Itoa(count) + " generated files are out of date."
	switch count {
	case 0:
		return nil
	case 1:
		message = "1 generated file is out of date."
	}
	return &problem{message: message, fix: `Run "oriel generate" and commit what it writes.`}
}

// summary lists the views with their sizes, and the removed files.
func summary(w io.Writer, project *bundle.Project, views []bundle.Timed, changes []bundle.Change) error {
	written := make(map[string]bool, len(changes))
	for _, change := range changes {
		written[path.Base(change.Path)] = !change.Remove
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, v := range views {
		state := stateUpToDate
		if written[v.Name+".html"] {
			state = "written"
		}
		compressed, err := v.Gzipped()
		if err != nil {
			return fmt.Errorf("listing the views: %w", err)
		}
		_, _ = fmt.Fprintf(table, "%s\t%s bytes\t%s gzipped\t%s\t  %s\n",
			v.Name, grouped(len(v.HTML)), grouped(compressed), v.Duration.Round(time.Millisecond), state)
	}
	if err := table.Flush(); err != nil {
		return fmt.Errorf("listing the views: %w", err)
	}
	for _, change := range changes {
		if change.Remove {
			if _, err := fmt.Fprintf(w, "removed %s\n", project.Path(change.Path)); err != nil {
				return fmt.Errorf("listing what was removed: %w", err)
			}
		}
	}
	return nil
}

// maxParts is the number of parts listed per document.
const maxParts = 10

// sizes lists the largest parts of each view: files of the project, and whole
// packages.
func sizes(env *environment, project *bundle.Project, views []bundle.Timed) error {
	for _, v := range views {
		parts, err := project.Parts(env.ctx, v.Name)
		if err != nil {
			return named(project, err)
		}
		_, _ = fmt.Fprintf(env.stdout, "\n%s, of %s bytes before compression:\n", v.Name, grouped(len(v.HTML)))
		table := tabwriter.NewWriter(env.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
		for _, part := range parts[:min(len(parts), maxParts)] {
			_, _ = fmt.Fprintf(table, "%s\t%d%%\t  %s\n", grouped(part.Bytes), part.Bytes*100/len(v.HTML), part.Name)
		}
		others := 0
		for _, part := range parts[min(len(parts), maxParts):] {
			others += part.Bytes
		}
		if others > 0 {
			_, _ = fmt.Fprintf(table, "%s\t%d%%\t  %d others\n", grouped(others), others*100/len(v.HTML), len(parts)-maxParts)
		}
		if err := table.Flush(); err != nil {
			return fmt.Errorf("listing sizes: %w", err)
		}
	}
	return nil
}

// grouped writes a number with a comma after each group of three digits.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	const group = 3
	for i := len(digits) - group; i > 0; i -= group {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
