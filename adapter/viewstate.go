package adapter

import (
	"strings"

	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
	"github.com/orielapps/oriel/view"
)

// StateTool is the tool through which a view keeps its state with the app.
const StateTool = "oriel_state"

// StateKey is the key of [ui.ToolResult.StateToken] in a result's _meta: {"token": "…"}.
const StateKey = "oriel/state"

// keepsState is the runtime's function that uses the tool. A page that loads the whole
// runtime contains the tool's name in any case, so there the page's own call counts.
const keepsState = "createStore"

// KeepsState reports whether a view keeps its state through [StateTool]. "oriel generate" and
// "oriel dev" mark the documents of such views. Other documents are searched for the tool's
// name: another bundler's output contains it only if it uses it, but text that mentions the
// tool counts, too. It is false for [ui.URL] and [ui.RemoteDOM].
func KeepsState(v *ui.View) bool {
	var text string
	switch content := v.Content.(type) {
	case ui.HTML:
		text = string(content)
	case ui.Built:
		return view.HasStateMark(content.HTML) || shimsKeepState(v)
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
