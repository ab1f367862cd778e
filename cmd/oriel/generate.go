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
	Check bool   `help:"Write nothing. List the files that are not what the sources say, and fail if there are any."`
	Sizes bool   `help:"List what takes most room in each document, too."`
	Types bool   `default:"true" negatable:"" help:"Write the TypeScript of the app's tools, too (default: yes)."`
	App   string `help:"The folder of the app's program, where the project has several." placeholder:"DIR"`
}

// Help is shown below the verb's usage.
func (*generateCommand) Help() string {
	return `A view is a folder views/NAME with an index.tsx, index.ts or index.html. Folders that
begin with "_" are for what views share.

Packages are bundled as they are installed in node_modules, of this folder or above it up to the
one with go.mod. Where this folder has a package-lock.json and no node_modules, they are installed
first, as "oriel install" does. Their lockfile counts as a source of the views that use them:
commit it.

JSX is of React or Preact: of the one that a "@jsxImportSource" comment, the nearest
tsconfig.json ("jsxImportSource") or package.json names, in this order. What an index.tsx then
exports by default is a component, which is the whole view. Without a framework, JSX calls the
functions h and Fragment, which the file imports, or what its "@jsx" comment names.

For each view the document views/dist/NAME.html is written, and for all of them
views/oriel.go, which declares a Go variable per view, and views/oriel_test.go, which fails when
a document is older than its sources. Commit all of them: building the Go program needs nothing
else.

A file views/budget.json says how large documents may be after gzip: {"forecast": "60 kB", "*":
"100 kB"}, where "*" is for views that have no budget of their own. Nothing is written when one is
larger.

Before that, and for views in TypeScript, views/oriel.ts is written as "oriel types" does, which
runs the app's program. Where that can't be done, the views are bundled with the file that there
is. For editors, the runtime's package is put into views/node_modules, out of version control, and
views/tsconfig.json is written once, where no tsconfig.json applies.`
}

// Run bundles the views, and writes or checks what comes out.
func (c *generateCommand) Run(env *environment) (err error) {
	project, err := bundle.Open(c.Dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, project.Close()) }()
	defer collectSeldom()()

	if !c.Check {
		if err = needPackages(env.ctx, env, c.Dir, false); err != nil {
			return err
		}
	}
	// First, because the views may import what is written.
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
			warn(env.complaints(), warning.Code, named(project, warning).Error(), "")
		}
	}
	if err = project.CheckBudgets(env.ctx, documents); err != nil {
		return named(project, err)
	}
	changes, err := project.Plan(documents)
	if err != nil {
		return named(project, err)
	}
	if c.Check {
		return stale(env.stdout, project, len(typed), changes)
	}
	if err := project.Apply(changes); err != nil {
		return named(project, err)
	}
	if err := summary(env.stdout, project, views, changes); err != nil || !c.Sizes {
		return err
	}
	return sizes(env, project, views)
}

// named returns an error in which faults name files as the caller of the
// program would.
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

// stale lists the files that would change, and fails if there are any, or were
// before.
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
	message := strconv.Itoa(count) + " generated files are not what the sources say."
	switch count {
	case 0:
		return nil
	case 1:
		message = "1 generated file is not what the sources say."
	}
	return &problem{message: message, fix: `Run "oriel generate" and commit what it writes.`}
}

// summary lists the views with their sizes, and what was removed.
func summary(w io.Writer, project *bundle.Project, views []bundle.Timed, changes []bundle.Change) error {
	written := make(map[string]bool, len(changes))
	for _, change := range changes {
		written[path.Base(change.Path)] = !change.Remove
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, v := range views {
		state := "unchanged"
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

// maxParts is how many parts of a document are listed.
const maxParts = 10

// sizes lists what takes most room in each view: files of the project, and
// packages as a whole.
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
