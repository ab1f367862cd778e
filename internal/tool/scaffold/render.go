package scaffold

import (
	"bytes"
	"embed"
	"fmt"
	"go/format"
	"io/fs"
	"path"
	"slices"
	"strings"
	"text/template"
)

// File is a file of a new app.
type File struct {
	// Path is relative to the app's folder, with slashes.
	Path string
	Data []byte
}

//go:embed all:templates
var embedded embed.FS

// oneView is the folder with the templates of a single view, without an app.
const oneView = "view"

// suffix is the extension of templates. It keeps Go and editors from reading them as source code.
const suffix = ".tmpl"

// values are the values that templates use.
type values struct {
	// GoName is Name as a Go identifier.
	Name, Title, GoName, Module string
	Blurb                       string
	UI                          string
	// Typed is set for TypeScript, and not for JavaScript.
	Typed         bool
	React, Preact bool

	Universal, ChatGPT, MCP bool
	// Runtime is the module of the view runtime, Hooks that of the framework's hooks.
	Runtime, Hooks string
	// Class is the name of the attribute class, Ext the extension of scripts.
	Class, Ext string
	// Profile is the host in which the app's tests show a view. UIProfiles are all such hosts, as elements
	// of a Go slice, and Profiles has in addition one without UI.
	Profile, Profiles, UIProfiles string
	Places                        []place
}

type place struct{ Path, What string }

// valuesFor returns the values for a choice.
func valuesFor(name, module string, c Choice) values {
	f := values{
		Name: name, Title: title(name), Module: module, Blurb: templates[c.Template].blurb,
		UI: c.UI, Typed: c.UI != "html", React: c.UI == "react", Preact: c.UI == "preact",
		Universal: c.Platform == "universal", ChatGPT: c.Platform == "chatgpt", MCP: c.Platform == "mcp",
		Class: "class", Ext: "ts", Profile: "claude",
	}
	switch {
	case f.React:
		f.Hooks, f.Class = "react", "className"
	case f.Preact:
		f.Hooks = "preact/hooks"
	case !f.Typed:
		f.Ext = "js"
	}
	f.Runtime = runtimeOf(c)
	f.UIProfiles = `"claude", "chatgpt"`
	switch {
	case f.ChatGPT:
		f.Profile, f.UIProfiles = "chatgpt", `"chatgpt"`
	case f.MCP:
		f.UIProfiles = `"claude", "vscode"`
	}
	f.Profiles = f.UIProfiles + `, "text"`
	return f
}

// runtimeOf returns the module of the view runtime for a choice.
func runtimeOf(c Choice) string {
	module := "@oriel/view"
	framework := ""
	if c.UI == "react" || c.UI == "preact" {
		framework = c.UI
	}
	switch {
	case c.Platform == "universal" && framework == "":
		return module
	case c.Platform == "universal":
		return module + "/" + framework
	case framework == "react":
		return module + "/" + c.Platform
	case framework == "preact":
		return module + "/" + c.Platform + "/preact"
	}
	return module + "/" + c.Platform + "/native"
}

// render returns the files of an app, sorted by path, without go.mod, go.sum and npm's files.
func render(name, module string, c Choice) ([]File, error) {
	f := valuesFor(name, module, c)
	view := path.Join("views", templates[c.Template].view)
	sources := map[string]string{ // templates by the path of the file in the app
		".gitignore": "app/gitignore",
		"README.md":  "app/README.md",
		"AGENTS.md":  "app/AGENTS.md",
	}
	dirs := []struct{ from, to string }{{c.Template, ""}, {path.Join(c.Template, variant(c)), view}}
	for _, dir := range dirs {
		entries, err := fs.ReadDir(embedded, path.Join("templates", dir.from))
		if err != nil {
			return nil, fmt.Errorf("reading the templates: %w", err)
		}
		for _, entry := range entries {
			if entry.IsDir() || !strings.HasSuffix(entry.Name(), suffix) {
				continue
			}
			base := strings.TrimSuffix(entry.Name(), suffix)
			to := dir.to
			if to == "" && path.Ext(base) != ".go" {
				to = view // shared by all variants of the view
			}
			if base == "style.css" && hasInlineStyle(c) {
				continue
			}
			sources[path.Join(to, withExtension(base, f))] = path.Join(dir.from, base)
		}
	}
	f.Places = placesOf(c, view, sources)
	files := make([]File, 0, len(sources))
	for to, from := range sources {
		data, err := fill(from, f)
		if err != nil {
			return nil, err
		}
		files = append(files, File{Path: to, Data: data})
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return files, nil
}

// variant returns the folder of a template that has the files for the choice's framework. "dom" is for
// TypeScript and JavaScript, which only differ in types.
func variant(c Choice) string {
	switch {
	case c.UI == "react", c.UI == "preact":
		return "jsx"
	case c.Template == "minimal", c.Template == oneView:
		return c.UI
	}
	return "dom"
}

// hasInlineStyle reports whether a view consists of one file, which includes its style.
func hasInlineStyle(c Choice) bool { return c.Template == "minimal" && variant(c) == "jsx" }

// withExtension replaces the extension .ts with the one for the app's scripts.
func withExtension(base string, f values) string {
	if stem, ok := strings.CutSuffix(base, ".ts"); ok {
		return stem + "." + f.Ext
	}
	return base
}

// placesOf returns the files that the README explains.
func placesOf(c Choice, view string, sources map[string]string) []place {
	var list []place
	for _, known := range templates[c.Template].places {
		list = append(list, place{known[0], known[1]})
	}
	list = append(list, place{"main_test.go", "what each host gets, without a network"})
	for _, entry := range []string{"index.tsx", "index.ts", "index.html"} {
		if sources[path.Join(view, entry)] != "" {
			list = append(list, place{path.Join(view, entry), "the view, with its other files in the same folder"})
		}
	}
	return list
}

// fill fills in a template. Go code is formatted.
func fill(name string, f values) ([]byte, error) {
	t, err := template.New("").Delims("<%", "%>").Funcs(template.FuncMap{
		"ts": func(text string) string {
			if f.Typed {
				return text
			}
			return ""
		},
	}).ParseFS(embedded, "templates/app/base.css"+suffix, "templates/"+name+suffix)
	if err != nil {
		return nil, fmt.Errorf("reading the template %s: %w", name, err)
	}
	var b bytes.Buffer
	if err = t.ExecuteTemplate(&b, path.Base(name)+suffix, f); err != nil {
		return nil, fmt.Errorf("filling in the template %s: %w", name, err)
	}
	text := append(bytes.TrimLeft(bytes.TrimRight(b.Bytes(), "\n"), "\n"), '\n')
	if path.Ext(name) != ".go" {
		return text, nil
	}
	text, err = format.Source(text)
	if err != nil {
		return nil, fmt.Errorf("formatting what the template %s gives: %w", name, err)
	}
	return text, nil
}
