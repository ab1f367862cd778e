package bundle

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/orielapps/oriel/internal/tool/bundle/source"
)

// runtimeName is the package name of the runtime.
const runtimeName = "@oriel/view"

// runtimeEntries are the files of the runtime by entry: "@oriel/view/react" is
// react/index.ts. The embedded sources take precedence over a package in node_modules.
var runtimeEntries = map[string]string{
	"":               "index.ts",
	"react":          "react/index.ts",
	"preact":         "preact/index.ts",
	"chatgpt":        "chatgpt/index.ts",
	"chatgpt/native": "chatgpt/native.ts",
	"chatgpt/preact": "chatgpt/preact.ts",
	"mcp":            "mcp/index.ts",
	"mcp/native":     "mcp/native.ts",
	"mcp/preact":     "mcp/preact.ts",
}

// entryOfRuntime returns the file of the runtime for a specifier.
func (c *compiler) entryOfRuntime(specifier string) (string, *Fault) {
	entry := strings.TrimPrefix(strings.TrimPrefix(specifier, runtimeName), "/")
	if name, ok := runtimeEntries[entry]; ok && specifier != runtimeName+"/" {
		if _, err := fs.Stat(c.runtime, name); err == nil {
			return name, nil
		}
	}
	var offered []string
	for entry, name := range runtimeEntries {
		if _, err := fs.Stat(c.runtime, name); err == nil {
			offered = append(offered, strings.TrimSuffix(runtimeName+"/"+entry, "/"))
		}
	}
	slices.Sort(offered)
	fault := &Fault{
		Code:    "runtime_entry_unknown",
		Message: fmt.Sprintf("The runtime has no part %q.", specifier),
		Fix:     "It has " + source.Enumerate(offered) + ".",
	}
	if entry == "testing" || strings.HasPrefix(entry, "testing/") {
		fault.Message = fmt.Sprintf("%q is for tests, not for views.", specifier)
		fault.Fix = "Import it in a test only."
	} else if best := source.Nearest(specifier, offered); best != "" {
		fault.Fix = fmt.Sprintf("Did you mean %q? It has %s.", best, source.Enumerate(offered))
	}
	return "", fault
}
