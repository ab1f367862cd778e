package bundle

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/orielapps/oriel/internal/tool/bundle/resolver"
)

// component returns the runtime's entry that mounts what an index.tsx exports by
// default: "react" or "preact", as its JSX has it. It is "" for a view that runs
// as it is: without a default export, or without a framework.
func (c *compiler) component(entry string) (string, *Fault) {
	if path.Ext(entry) != ".tsx" {
		return "", nil
	}
	data, fault := c.read(entry, true)
	if fault != nil {
		return "", fault
	}
	how, _, fault := c.jsxOf(entry, string(data))
	if fault != nil {
		return "", fault
	}
	framework := c.frameworkOf(entry, how)
	if framework == "" && len(how.either) == 0 {
		return "", nil
	}
	text, exports, ok := c.exporting(entry)
	switch {
	case !ok:
		return "", nil
	case !slices.Contains(exports, defaultName):
		if c.inert(entry) {
			return "", componentMissing(entry, exports)
		}
		return "", nil
	case len(how.either) > 0:
		fault = c.jsxMissing(entry, undecided, nil)
		fault.File = entry
		return "", fault
	}
	if what := noComponent(text); what != "" {
		return "", &Fault{
			Code:    "component_invalid",
			File:    entry,
			Message: "The default export is " + what + ", and should be a component: a function that returns JSX.",
			Fix:     "Write: export default function App() { … }. A view that does everything itself has no default export.",
		}
	}
	c.noteAll(how.by)
	return framework, nil
}

// frameworkOf returns the framework that a JSX source belongs to. Sources such
// as @emotion/react make elements of the framework that the project has.
func (c *compiler) frameworkOf(entry string, how jsx) string {
	for _, name := range []string{"react", "preact"} {
		if how.source == name || strings.HasPrefix(how.source, name+"/") {
			return name
		}
	}
	if how.source == "" || resolver.IsRelative(how.source) {
		return ""
	}
	m := c.resolver.Dependent(path.Dir(entry), how.source)
	if m == nil {
		return ""
	}
	if found := m.DependsOn(frameworks...); len(found) == 1 {
		return found[0]
	}
	return ""
}

// defaultName is what the default export is called among the others.
const defaultName = "default"

// exporting returns a module as plain JavaScript, and what it exports. What is
// wrong with it is found when it is bundled.
func (c *compiler) exporting(name string) (text string, exports []string, ok bool) {
	options := c.options()
	options.MinifySyntax, options.MinifyWhitespace, options.MinifyIdentifiers = false, false, false
	options.LegalComments = api.LegalCommentsNone
	options.Metafile = true
	options.EntryPointsAdvanced = []api.EntryPoint{{InputPath: "target:0", OutputPath: "module"}}
	c.targets = []target{{modules: []module{{fromProject, name}}, alone: true}}
	result := c.run("exports:"+name, options)
	if len(result.Errors) > 0 || len(result.OutputFiles) != 1 {
		return "", nil, false
	}
	var built struct {
		Outputs map[string]struct {
			Exports []string `json:"exports"`
		} `json:"outputs"`
	}
	if err := json.Unmarshal([]byte(result.Metafile), &built); err != nil {
		return "", nil, false
	}
	for _, output := range built.Outputs {
		exports = append(exports, output.Exports...)
	}
	slices.Sort(exports)
	return string(result.OutputFiles[0].Contents), exports, true
}

// inert reports whether a module does nothing when it runs, with all that it
// imports. React, Preact and the runtime show nothing by themselves.
func (c *compiler) inert(name string) bool {
	wanted := c.mode
	defer func() { c.mode = wanted }()
	c.mode = mode{environment: wanted.environment, keeper: wanted.keeper, ownOnly: true}
	outputs, faults, _ := c.compile([]target{{name: "own", modules: []module{{fromProject, name}}}})
	return len(faults) == 0 && idle(outputs["own"].script)
}

func componentMissing(entry string, exports []string) *Fault {
	fault := &Fault{
		Code:    "component_missing",
		File:    entry,
		Message: path.Base(entry) + " has no default export, and nothing in the view shows anything, so it would stay empty.",
		Fix:     "Export its component by default: export default function App() { … }.",
	}
	for _, name := range exports {
		if first := name[0]; first >= 'A' && first <= 'Z' {
			fault.Fix = "Export " + name + " by default: export default function " + name + "() { … }."
			break
		}
	}
	return fault
}

// notComponents are what a default export begins with that can't be called, in
// the form that the bundler writes.
var notComponents = []struct {
	begins *regexp.Regexp
	what   string
}{
	{regexp.MustCompile(`^(?:/\* @__PURE__ \*/ )?_?jsxs?\(`), "an element"},
	{regexp.MustCompile(`^["'` + "`" + `]`), "text"},
	{regexp.MustCompile(`^-?[0-9.]`), "a number"},
	{regexp.MustCompile(`^\{`), "an object"},
	{regexp.MustCompile(`^\[`), "a list"},
	{regexp.MustCompile(`^(?:null|void 0|undefined|true|false)\b`), "no function"},
}

var defaultExport = regexp.MustCompile(`(?m)^export default (.*)$`)

// noComponent says what a default export is that can't be a component; "" where
// it may be one, or nobody can tell before it runs.
func noComponent(text string) string {
	found := defaultExport.FindAllStringSubmatch(text, -1)
	what := ""
	for _, match := range found {
		what = ""
		for _, one := range notComponents {
			if one.begins.MatchString(match[1]) {
				what = one.what
			}
		}
		if what == "" {
			return "" // one of them is the export; the others stand in texts
		}
	}
	return what
}
