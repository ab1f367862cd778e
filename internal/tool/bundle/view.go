package bundle

import (
	"context"
	"fmt"
	"html"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/orielapps/oriel/internal/tool/bundle/source"
)

// Document is a built view.
type Document struct {
	// Name is the name of the view, and of its folder.
	Name string
	// HTML is the whole document.
	HTML string
	// Root is the folder that Sources are relative to, as a path from the views folder: ".",
	// "..", "../..", as far up as the view's sources are.
	Root string
	// Sources are the project's files that the document depends on, sorted.
	Sources []string
	// Warnings don't prevent a build.
	Warnings Faults
}

// HashMark returns the element of a document that has the hash of its sources.
func HashMark(hash string) string {
	return `<meta name="oriel-sources" content="` + hash + `">`
}

var viewName = regexp.MustCompile(`^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$`)

// Build builds one view. Errors in its sources are returned together, as [Faults].
func (p *Project) Build(ctx context.Context, name string) (*Document, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("building the view %s: %w", name, err)
	}
	if !viewName.MatchString(name) {
		return nil, Faults{invalidName(path.Join(p.Views, name), name)}
	}
	c := newCompiler(p.Files, p.runtime(), p.Views, path.Join(p.Views, name))
	c.styling.engines = &p.engines
	assemble, warnings, err := c.build(name)
	if err != nil {
		return nil, err
	}
	root, sources := p.sources(c)
	files, err := fs.Sub(p.Files, path.Join(p.Views, root))
	if err != nil {
		return nil, fmt.Errorf("opening the sources of the view %s: %w", name, err)
	}
	hash, err := p.hash(files, sources)
	if err != nil {
		return nil, fmt.Errorf("hashing the sources of the view %s: %w", name, err)
	}
	html := assemble(&documentWriter{hash: hash, keepsState: c.keepsState(), beforeScripts: c.prebuiltElement})
	return &Document{Name: name, HTML: html, Root: root, Sources: sources, Warnings: warnings}, nil
}

// build bundles a view. Errors in its sources are [Faults]; the warnings are sorted.
func (c *compiler) build(name string) (renderer, Faults, error) {
	entry, fault := c.entry(name)
	if fault != nil {
		return nil, nil, Faults{fault}
	}
	build := c.scriptDocument
	if path.Ext(entry) == ".html" {
		build = c.pageDocument
	}
	assemble, warnings, faults := build(entry, name)
	if len(faults) > 0 {
		return nil, nil, faults.Sorted()
	}
	warnings = append(warnings, c.wasmWarnings()...)
	warnings = append(warnings, c.duplicateWarnings()...)
	warnings = append(warnings, c.lockfileWarnings()...)
	warnings = append(warnings, c.remoteWarnings()...)
	return assemble, warnings.Sorted(), nil
}

func invalidName(file, name string) *Fault {
	return &Fault{
		Code:    "view_name_invalid",
		File:    file,
		Message: fmt.Sprintf("%q can't name a view.", name),
		Fix: "Use lower-case letters, digits and hyphens, at most 64, beginning with a letter and ending with a letter or digit. " +
			"If the folder is not a view, let its name begin with _.",
	}
}

// entry finds the first file of a view.
func (c *compiler) entry(name string) (string, *Fault) {
	switch c.tree.Look(c.dir) {
	case source.Folder:
	case source.Outside:
		return "", &Fault{
			Code:    "file_outside_project",
			File:    c.dir,
			Message: fmt.Sprintf("The view %q leads out of the project.", name),
			Fix:     "Make it a folder in views. A symbolic link has to stay within the module's folder and be relative.",
		}
	default:
		return "", &Fault{
			Code:    "view_missing",
			File:    c.dir,
			Message: fmt.Sprintf("There is no view %q.", name),
			Fix:     "Create the folder, with an index.ts in it.",
		}
	}
	var entries []string
	for _, base := range []string{"index.html", "index.tsx", "index.ts"} {
		entry := path.Join(c.dir, base)
		switch c.tree.Look(entry) {
		case source.Regular:
			entries = append(entries, entry)
		case source.Outside:
			return "", &Fault{
				Code:    "file_outside_project",
				File:    entry,
				Message: base + " leads out of the project.",
				Fix:     "Put the file itself there. A symbolic link has to stay within the module's folder and be relative.",
			}
		case source.Absent, source.Folder, source.Special:
		}
	}
	switch {
	case len(entries) == 0:
		return "", &Fault{
			Code:    "entry_missing",
			File:    c.dir,
			Message: fmt.Sprintf("The view %q has no index.tsx, index.ts or index.html.", name),
			Fix:     "Add one. If the folder is not a view, let its name begin with _.",
		}
	case path.Ext(entries[0]) != ".html" && len(entries) > 1:
		return "", &Fault{
			Code:    "entry_ambiguous",
			File:    c.dir,
			Message: fmt.Sprintf("The view %q has both index.tsx and index.ts.", name),
			Fix:     "Rename one of them: a view begins with one file.",
		}
	}
	// With an index.html, an index.ts is one of its scripts.
	return entries[0], nil
}

// scriptDocument builds a view that begins with a script: the shortest possible document
// around it.
func (c *compiler) scriptDocument(entry, name string) (renderer, Faults, Faults) {
	framework, fault := c.component(entry)
	if fault != nil {
		return nil, nil, Faults{fault}
	}
	outputs, faults, warnings := c.bundle([]target{{name: "view", modules: []module{{fromProject, entry}}, component: framework}})
	if len(faults) > 0 {
		return nil, nil, faults
	}
	if isEmptyScript(outputs["view"].script) {
		return nil, nil, Faults{{
			Code:    "view_idle",
			File:    entry,
			Message: path.Base(entry) + " does nothing when it runs, so the view would stay empty.",
			Fix: "Call something at the file's top level. Exports are not called, except the default export of an index.tsx " +
				"where React or Preact is installed.",
		}}
	}
	c.postprocess(outputs)
	output := outputs["view"]
	return func(m *documentWriter) string {
		return "<!doctype html><html lang=en>" + m.head() + "<title>" + html.EscapeString(titleOf(name)) + "</title>" +
			m.style("view", "", output.style) + "<body>" + m.beforeScripts + m.script(output.script)
	}, warnings, nil
}

// isEmptyScript reports whether a bundled script has no code left.
func isEmptyScript(script string) bool {
	const nothing = "(()=>{})();"
	var code strings.Builder
	for line := range strings.Lines(script) {
		line = strings.TrimPrefix(strings.TrimSpace(line), `"use strict";`)
		if strings.HasPrefix(line, "//") {
			continue
		}
		code.WriteString(strings.ReplaceAll(line, " ", ""))
		if code.Len() > len(nothing) {
			return false
		}
	}
	return code.Len() == 0 || code.String() == nothing
}

// titleOf returns the title for a view's name: "Day chart" for "day-chart".
func titleOf(name string) string {
	words := strings.ReplaceAll(name, "-", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}

// sources returns the folder that contains all files that a view depends on, relative to the
// views folder, and these files relative to that folder.
func (p *Project) sources(c *compiler) (root string, sources []string) {
	lockfile := path.Join(path.Dir(p.Views), "package-lock.json")
	if c.tree.Look(lockfile) == source.Regular {
		c.projectFiles[lockfile] = true
	}
	base, root := p.Views, "."
	for base != "." && slices.ContainsFunc(keys(c.projectFiles), func(name string) bool { return !strings.HasPrefix(name, base+"/") }) {
		base, root = path.Dir(base), path.Join("..", root)
	}
	for _, name := range keys(c.projectFiles) {
		sources = append(sources, source.Below(base, name))
	}
	sort.Strings(sources)
	return root, sources
}

func keys(set map[string]bool) []string {
	list := make([]string, 0, len(set))
	for name := range set {
		list = append(list, name)
	}
	return list
}
