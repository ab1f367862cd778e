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

// component returns the runtime's entry that mounts the default export of an index.tsx:
// "react" or "preact", as for its JSX. It is "" for a view without a default export or
// without a framework.
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
	if framework == "" && len(how.ambiguous) == 0 {
		return "", nil
	}
	text, exports, ok := c.exportsOf(entry)
	switch {
	case !ok:
		return "", nil
	case !slices.Contains(exports, defaultName):
		if c.doesNothing(entry) {
			return "", componentMissing(entry, exports)
		}
		return "", nil
	case len(how.ambiguous) > 0:
		fault = c.jsxMissing(entry, undecided, nil)
		fault.File = entry
		return "", fault
	}
	if what := notAComponent(text); what != "" {
		return "", &Fault{
			Code:    "component_invalid",
			File:    entry,
			Message: "The default export is " + what + ", and should be a component: a function that returns JSX.",
			Fix:     "Write: export default function App() { … }. A view without a component has no default export.",
		}
	}
	c.noteAll(how.files)
	return framework, nil
}

// frameworkOf returns the framework of a JSX source. Sources such as @emotion/react belong
// to the project's framework.
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

// defaultName is the name of the default export in the bundler's metadata.
const defaultName = "default"

// exportsOf returns a module as plain JavaScript, and the names of its exports. It is not ok
// for a module with errors, which bundling reports.
func (c *compiler) exportsOf(name string) (text string, exports []string, ok bool) {
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

// doesNothing reports whether a module and its imports do nothing when they run. React,
// Preact and the runtime don't count: they show nothing by themselves.
func (c *compiler) doesNothing(name string) bool {
	original := c.mode
	defer func() { c.mode = original }()
	c.mode = mode{environment: original.environment, contexts: original.contexts, withoutFrameworks: true}
	outputs, faults, _ := c.compile([]target{{name: "own", modules: []module{{fromProject, name}}}})
	return len(faults) == 0 && isEmptyScript(outputs["own"].script)
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

// notComponents match the beginning of default exports that can't be called, as the bundler
// writes them.
var notComponents = []struct {
	begins *regexp.Regexp
	what   string
}{
	{regexp.MustCompile(`^(?:/\* @__PURE__ \*/ )?_?jsxs?\(`), "an element"},
	{regexp.MustCompile(`^["'` + "`" + `]`), "text"},
	{regexp.MustCompile(`^-?[0-9.]`), "a number"},
	{regexp.MustCompile(`^\{`), "an object"},
	{regexp.MustCompile(`^\[`), "a list"},
	{regexp.MustCompile(`^(?:null|void 0|undefined|true|false)\b`), "not a function"},
}

var defaultExport = regexp.MustCompile(`(?m)^export default (.*)$`)

// notAComponent says what a default export is that can't be a component; "" where it may be
// one.
func notAComponent(text string) string {
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
			return "" // one match is the export, the others are in strings
		}
	}
	return what
}
