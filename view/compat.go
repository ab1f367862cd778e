package view

import (
	_ "embed" // the scripts
	"slices"
	"strings"
)

// Shim is a script that gives a page an API for which it was written and that a host may
// lack. It is built on the view runtime.
type Shim string

// The shims. docs/compat.md lists what each provides on which host.
const (
	ShimOpenAI    Shim = "openai"  // ChatGPT's window.openai, in its current and older shapes
	ShimMCPApp    Shim = "mcpApp"  // window.mcpApp and its mcp:* events
	ShimMCPUI     Shim = "mcpUI"   // window.mcpUI, its event mcp-data and the message mcp-tool-result
	ShimUIActions Shim = "actions" // the UI actions of legacy MCP-UI
)

var (
	//go:embed dist/compat-openai.js
	compatOpenAI string
	//go:embed dist/compat-mcpapp.js
	compatMCPApp string
	//go:embed dist/compat-mcpui.js
	compatMCPUI string
	//go:embed dist/compat-actions.js
	compatActions string
	//go:embed dist/compat-all.js
	compatAll string
)

// Compat returns the classic script of the shims, including the runtime: 13 KB (5 KB
// compressed) for one shim, 16 KB (7 KB) for several. It must run before the page's own
// scripts and after [MCPUIBridge]; put it into a document with [InsertFirst] and [Script].
//
// It is empty if no known shim is given. A shim does nothing on a host that has the API
// itself.
func Compat(shims ...Shim) string {
	var names []string
	script := ""
	for _, one := range []struct {
		shim   Shim
		script string
	}{{ShimOpenAI, compatOpenAI}, {ShimMCPApp, compatMCPApp}, {ShimMCPUI, compatMCPUI}, {ShimUIActions, compatActions}} {
		if slices.Contains(shims, one.shim) {
			names = append(names, `"`+string(one.shim)+`"`)
			script = one.script
		}
	}
	if len(names) > 1 {
		// One script has all shims and one runtime; the variable selects which of them run.
		return "globalThis.orielCompat=[" + strings.Join(names, ",") + "];" + compatAll
	}
	return script
}
