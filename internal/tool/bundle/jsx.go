package bundle

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/internal/tool/bundle/resolver"
)

// jsx says how JSX is compiled.
type jsx struct {
	// source is the package whose "jsx-runtime" makes elements. If it is empty, factory and
	// fragment are the functions that do; empty means h and Fragment.
	source, factory, fragment string
	// files are the project's files that decided it.
	files []string
	// ambiguous has the frameworks where a project has several frameworks and does not say which.
	ambiguous []string
}

// undecided is an import source that can't exist. Its import shows that a file has JSX where
// the framework is ambiguous.
const undecided = "_oriel-undecided"

var pragma = regexp.MustCompile(`@jsx(ImportSource|Runtime|Frag)?[ \t]+([^\s*]+)`)

// jsxOf returns how JSX in a file is compiled: as a comment in it says, else the nearest
// tsconfig.json, else the nearest package.json that depends on React or Preact. The prefix is
// a comment that tells the bundler; comments in the file come later and take precedence.
func (c *compiler) jsxOf(name, text string) (how jsx, prefix string, fault *Fault) {
	own := make(map[string]string)
	for _, match := range pragma.FindAllStringSubmatch(text, -1) {
		own[match[1]] = match[2]
	}
	switch {
	case own["ImportSource"] != "":
		return jsx{source: own["ImportSource"]}, "/** @jsxRuntime automatic */", nil
	case own[""] != "" || own["Runtime"] == "classic":
		return jsx{factory: own[""], fragment: own["Frag"]}, "", nil
	}
	if how, fault = c.jsxOfProject(name); fault != nil {
		return jsx{}, "", fault
	}
	switch {
	case len(how.ambiguous) > 0:
		prefix = "/** @jsxRuntime automatic @jsxImportSource " + undecided + " */"
	case how.source != "":
		prefix = "/** @jsxRuntime automatic @jsxImportSource " + how.source + " */"
	case how.factory != "":
		prefix = "/** @jsxRuntime classic @jsx " + how.factory + " */"
		if how.fragment != "" {
			prefix = strings.TrimSuffix(prefix, " */") + " @jsxFrag " + how.fragment + " */"
		}
	}
	return how, prefix, nil
}

// withJSX returns the text of a file that may have JSX, with the prefix that it needs.
func (c *compiler) withJSX(name, text string) (string, *Fault) {
	how, prefix, fault := c.jsxOf(name, text)
	if fault != nil {
		return "", fault
	}
	if how.source == "" && len(how.ambiguous) == 0 {
		if how.factory != "" {
			c.noteAll(how.files)
		} else if lacksFactory(name, text) {
			return "", &Fault{
				Code:    "jsx_runtime_missing",
				File:    name,
				Message: "This file has JSX, but the project has neither React nor Preact, and the file imports no function h.",
				Fix: "Install one: " + c.resolver.AddCommand(path.Dir(name)) + " preact " +
					"(or react, react-dom and, for TypeScript, @types/react and @types/react-dom). " +
					`Or import h and Fragment from a file of yours.`,
			}
		}
	}
	if prefix != "" {
		c.mu.Lock()
		c.prefixes[name] = len(prefix)
		c.mu.Unlock()
	}
	return prefix + text, nil
}

func (c *compiler) noteAll(names []string) {
	for _, name := range names {
		c.note(name)
	}
}

// usedJSX notes the files that decided which JSX runtime a file imports.
func (c *compiler) usedJSX(importer, specifier string) {
	source, ok := strings.CutSuffix(specifier, "/jsx-runtime")
	if !ok || resolver.InPackage(importer) {
		return
	}
	if how, fault := c.jsxOfProject(importer); fault == nil && how.source == source {
		c.noteAll(how.files)
	}
}

// jsxOfProject returns how JSX is compiled for a file that doesn't say so itself.
func (c *compiler) jsxOfProject(name string) (jsx, *Fault) {
	dir := c.tree.RealDir(path.Dir(name))
	var how jsx
	if !resolver.InPackage(name) {
		options, fault := c.resolver.CompilerOptions(dir)
		how = jsx{
			source: options.JSXImportSource, factory: options.JSXFactory, fragment: options.JSXFragmentFactory,
			files: options.Files,
		}
		if fault != nil || how.source != "" || how.factory != "" {
			return how, fault
		}
	}
	for at := dir; ; at = path.Dir(at) {
		m, fault := c.resolver.Package(at)
		if fault != nil {
			return jsx{}, fault
		}
		if m != nil {
			if found := m.DependsOn(frameworks...); len(found) > 0 {
				// A lockfile beside it changes with the dependencies, the only part of
				// package.json that matters.
				if len(c.resolver.Lockfiles(at)) == 0 {
					how.files = append(slices.Clone(how.files), path.Join(at, "package.json"))
				}
				how.source = found[0]
				if len(found) > 1 {
					how.source, how.ambiguous = "", found
				}
				return how, nil
			}
		}
		if at == "." {
			return how, nil
		}
	}
}

// frameworks are the packages that Oriel compiles JSX for by itself.
var frameworks = []string{"react", "preact"}

// jsxMissing returns the fault of JSX whose runtime can't be imported; nil for an import in
// the file itself.
func (c *compiler) jsxMissing(importer, source string, fault *Fault) *Fault {
	if source == undecided {
		how, _ := c.jsxOfProject(importer)
		return &Fault{
			Code:    "jsx_ambiguous",
			Message: "The project has " + strings.Join(how.ambiguous, " and ") + ", so it is not clear which of them this file's JSX is for.",
			Fix: fmt.Sprintf(`Begin the file with /** @jsxImportSource %s */, or set "jsxImportSource" in tsconfig.json.`,
				how.ambiguous[0]),
		}
	}
	if fault.Code != "package_missing" {
		return nil
	}
	return &Fault{
		Code:    "jsx_runtime_missing",
		Message: fmt.Sprintf("The JSX in this file needs %s: %s", source, fault.Message),
		Fix:     fault.Fix,
	}
}

// unboundMark is a name that no file uses.
const unboundMark = "oriel_unbound_h"

var declaredH = regexp.MustCompile(`declare\s+(?:const|let|var|function)\s+h\b`)

// lacksFactory reports whether a file has JSX and no function h.
func lacksFactory(name, text string) bool {
	if declaredH.MatchString(text) {
		return false // the page defines one
	}
	options := api.TransformOptions{
		Loader:      formats[path.Ext(name)].loader,
		JSX:         api.JSXTransform,
		JSXFactory:  unboundMark,
		JSXFragment: unboundMark,
		TsconfigRaw: "{}",
		LogLevel:    api.LogLevelSilent,
	}
	if !strings.Contains(string(api.Transform(text, options).Code), unboundMark) {
		return false
	}
	options.JSXFactory, options.JSXFragment = "h", "h"
	plain := api.Transform(text, options)
	// esbuild's Define replaces only an unbound h.
	defined := api.Transform(string(plain.Code), api.TransformOptions{
		Define:      map[string]string{"h": unboundMark},
		TsconfigRaw: "{}",
		LogLevel:    api.LogLevelSilent,
	})
	return strings.Contains(string(defined.Code), unboundMark)
}
