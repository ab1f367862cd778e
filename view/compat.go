package view

import (
	_ "embed" // the scripts
	"slices"
	"strings"
)

// Shim names what a page was written for that a host may lack. Its script gives
// the page just that, on top of the view runtime.
type Shim string

// The shims. What each has on which host is in docs/compat.md.
const (
	ShimOpenAI    Shim = "openai"  // window.openai, as ChatGPT has it, current and older shapes
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

// Compat returns the classic script that gives a page what it was written for, on
// hosts that lack it: one of 13 KB (5 KB compressed) with the runtime in it, for
// several shims together of 16 KB (7 KB). It has to run before the page's own
// scripts and after that of [MCPUIBridge]; put it into a document with
// [InsertFirst] and [Script].
//
// It is empty for no shims and for none that it knows. What a host has of its own
// is left alone, so a script too many does no harm.
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
		// All in one script are over one runtime; which of them are wanted is said before.
		return "globalThis.orielCompat=[" + strings.Join(names, ",") + "];" + compatAll
	}
	return script
}
