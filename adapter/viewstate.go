package adapter

import (
	"strings"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

// StateTool is the tool through which a view keeps its state with the app.
const StateTool = "oriel_state"

// StateKey is where a result's _meta carries [ui.ToolResult.StateToken]: {"token": "…"}.
const StateKey = "oriel/state"

// keepsState is the call of the runtime that uses the tool. A page that has the whole
// runtime put into it has the tool's name in there whether it uses it or not, so there
// the page's own call counts.
const keepsState = "createStore"

// KeepsState reports whether a view keeps its state through [StateTool], by what its
// document says: a bundle has the tool's name in it only if it uses it. Pages from
// elsewhere and remote DOM don't. It reads the whole document.
func KeepsState(v *ui.View) bool {
	var text string
	switch content := v.Content.(type) {
	case ui.HTML:
		text = string(content)
	case ui.Built:
		text = content.HTML
	case ui.Folder:
		index, _ := content.Read(content.Index) // whoever asks for the view is told
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
