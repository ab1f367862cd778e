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

// jsx says what JSX in a file becomes.
type jsx struct {
	// source is the package whose "jsx-runtime" makes elements; "" for the
	// functions that factory and fragment name, h and Fragment without a name.
	source, factory, fragment string
	// by are the project's files that say so.
	by []string
	// either is set where a project has several frameworks and does not say which.
	either []string
}

// undecided is a source that no package can have: importing it is how the
// bundler tells that a file has JSX where nobody says of which framework.
const undecided = "_oriel-undecided"

var (
	pragma = regexp.MustCompile(`@jsx(ImportSource|Runtime|Frag)?[ \t]+([^\s*]+)`)
)

// jsxOf returns what JSX in a file becomes: what a comment in it says, else the
// nearest tsconfig.json, else the nearest package.json that depends on React or
// Preact. The prefix is the comment by which the bundler does so; the file's own
// comments come after it, and win.
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
	if how, fault = c.jsxAround(name); fault != nil {
		return jsx{}, "", fault
	}
	switch {
	case len(how.either) > 0:
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

// withJSX returns the text of a file with JSX, with what it needs before it.
func (c *compiler) withJSX(name, text string) (string, *Fault) {
	how, prefix, fault := c.jsxOf(name, text)
	if fault != nil {
		return "", fault
	}
	if how.source == "" && len(how.either) == 0 {
		if how.factory != "" {
			c.noteAll(how.by)
		} else if unboundJSX(name, text) {
			return "", &Fault{
				Code:    "jsx_runtime_missing",
				File:    name,
				Message: "This file has JSX, and the project has neither React nor Preact, nor does the file import a function h.",
				Fix: "Install one: " + c.resolver.InstallCommand(path.Dir(name)) + " preact (or react and react-dom). " +
					`Or import h and Fragment from a file of yours.`,
			}
		}
	}
	if prefix != "" {
		c.mu.Lock()
		c.shifts[name] = len(prefix)
		c.mu.Unlock()
	}
	return prefix + text, nil
}

func (c *compiler) noteAll(names []string) {
	for _, name := range names {
		c.note(name)
	}
}

// usedJSX notes the files that said which runtime a file's JSX needs, now that
// it does.
func (c *compiler) usedJSX(importer, specifier string) {
	source, ok := strings.CutSuffix(specifier, "/jsx-runtime")
	if !ok || resolver.InPackage(importer) {
		return
	}
	if how, fault := c.jsxAround(importer); fault == nil && how.source == source {
		c.noteAll(how.by)
	}
}

// jsxAround returns what the files around one say of its JSX.
func (c *compiler) jsxAround(name string) (jsx, *Fault) {
	dir := c.tree.RealDir(path.Dir(name))
	var how jsx
	if !resolver.InPackage(name) {
		options, fault := c.resolver.CompilerOptions(dir)
		how = jsx{
			source: options.JSXImportSource, factory: options.JSXFactory, fragment: options.JSXFragmentFactory,
			by: options.Files,
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
				// Where a lockfile lies beside it, that changes with the dependencies, and
				// nothing else of the package.json matters.
				if len(c.resolver.Lockfiles(at)) == 0 {
					how.by = append(slices.Clone(how.by), path.Join(at, "package.json"))
				}
				how.source = found[0]
				if len(found) > 1 {
					how.source, how.either = "", found
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

// jsxMissing returns the fault of JSX whose runtime can't be imported; nil where
// the import is the file's own.
func (c *compiler) jsxMissing(importer, source string, fault *Fault) *Fault {
	if source == undecided {
		how, _ := c.jsxAround(importer)
		return &Fault{
			Code:    "jsx_ambiguous",
			Message: "The project has " + strings.Join(how.either, " and ") + ", and nothing says which of them this file's JSX is for.",
			Fix: fmt.Sprintf(`Begin the file with /** @jsxImportSource %s */, or set "jsxImportSource" in tsconfig.json.`,
				how.either[0]),
		}
	}
	if fault.Code != "package_missing" {
		return nil
	}
	return &Fault{
		Code:    "jsx_runtime_missing",
		Message: fmt.Sprintf("The JSX of this file needs %s: %s", source, fault.Message),
		Fix:     fault.Fix,
	}
}

// unboundMark is a name that no file has.
const unboundMark = "oriel_unbound_h"

var declaredH = regexp.MustCompile(`declare\s+(?:const|let|var|function)\s+h\b`)

// unboundJSX reports whether a file has JSX and no function h to make elements.
func unboundJSX(name, text string) bool {
	if declaredH.MatchString(text) {
		return false // the page brings one
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
	// Now that h is written out, it is known by whether it can be defined.
	defined := api.Transform(string(plain.Code), api.TransformOptions{
		Define:      map[string]string{"h": unboundMark},
		TsconfigRaw: "{}",
		LogLevel:    api.LogLevelSilent,
	})
	return strings.Contains(string(defined.Code), unboundMark)
}
