package adapter

import (
	"strings"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// StateTool is the tool through which a view keeps its state with the app.
const StateTool = "oriel_state"

// StateKey is the key of [ui.ToolResult.StateToken] in a result's _meta: {"token": "…"}.
const StateKey = "oriel/state"

// keepsState is the runtime's function that uses the tool. A page that loads the whole
// runtime contains the tool's name in any case, so there the page's own call counts.
const keepsState = "createStore"

// KeepsState reports whether a view keeps its state through [StateTool], by searching its
// whole document: a bundle contains the tool's name only if it uses it. It is false for
// [ui.URL] and [ui.RemoteDOM].
func KeepsState(v *ui.View) bool {
	var text string
	switch content := v.Content.(type) {
	case ui.HTML:
		text = string(content)
	case ui.Built:
		text = content.HTML
	case ui.Folder:
		index, _ := content.Read(content.Index) // reading the view returns the error
		return mentions(content, StateTool) || mentions(content, keepsState) && namesRuntime(string(index)) || shimsKeepState(v)
	default:
		return false
	}
	return strings.Contains(text, StateTool) ||
		strings.Contains(text, keepsState) && namesRuntime(text) ||
		shimsKeepState(v)
}

func shimsKeepState(v *ui.View) bool {
	return v.Metadata.Compat != 0 && strings.Contains(shims(v, hosts.MCPApps), StateTool)
}
