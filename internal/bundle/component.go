package bundle

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
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
	text, ok := c.exporting(entry)
	switch {
	case !ok:
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
	if how.source == "" || relative(how.source) {
		return ""
	}
	m := c.packages.dependent(path.Dir(entry), how.source)
	if m == nil {
		return ""
	}
	if found := frameworks(m); len(found) == 1 {
		return found[0]
	}
	return ""
}

// exporting returns a module as plain JavaScript, and whether it has a default
// export. What is wrong with it is found when it is bundled.
func (c *compiler) exporting(name string) (string, bool) {
	options := c.options()
	options.MinifySyntax, options.MinifyWhitespace, options.MinifyIdentifiers = false, false, false
	options.LegalComments = api.LegalCommentsNone
	options.Metafile = true
	options.EntryPointsAdvanced = []api.EntryPoint{{InputPath: "target:0", OutputPath: "module"}}
	options.Plugins = []api.Plugin{c.plugin([]target{{modules: []module{{fromProject, name}}, alone: true}})}
	result := api.Build(options)
	if len(result.Errors) > 0 || len(result.OutputFiles) != 1 {
		return "", false
	}
	var built struct {
		Outputs map[string]struct {
			Exports []string `json:"exports"`
		} `json:"outputs"`
	}
	if err := json.Unmarshal([]byte(result.Metafile), &built); err != nil {
		return "", false
	}
	for _, output := range built.Outputs {
		if slices.Contains(output.Exports, "default") {
			return string(result.OutputFiles[0].Contents), true
		}
	}
	return "", false
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
